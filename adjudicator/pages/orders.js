// Puts a letter together from the lines that were chosen. Without it the lines stand in the mail, each behind a #.
(() => {
  const page = document.getElementById('orders');
  // Mail programs cut longer addresses; the letter on the page can always be copied.
  const MOST = 1800;
  for (const form of page.querySelectorAll('.form')) {
    const own = form.querySelector('.own');
    const letter = form.querySelector('.letter');
    const send = form.querySelector('.send');
    const rows = [];
    const make = () => {
      const lines = rows.filter(row => row.box.checked).map(row => row.text.value.trim());
      lines.push(...own.querySelector('textarea').value.split('\n').map(line => line.trim()));
      const text = page.dataset.begin + lines.filter(Boolean).join('\n') + '\n';
      letter.querySelector('pre').textContent = text;
      const link = body => `mailto:${page.dataset.to}?subject=${encodeURIComponent(page.dataset.subject)}&body=` +
        encodeURIComponent(body.replace(/\n/g, '\r\n'));
      send.href = link(text).length > MOST ? link(page.dataset.begin) : link(text);
    };
    for (const item of form.querySelectorAll('.lines li')) {
      const label = document.createElement('label');
      const box = document.createElement('input');
      const text = document.createElement('input');
      box.type = 'checkbox';
      text.type = 'text';
      text.value = item.textContent;
      box.setAttribute('aria-label', item.textContent);
      text.setAttribute('aria-label', item.textContent);
      box.addEventListener('change', make);
      text.addEventListener('input', () => { box.checked = true; make(); });
      label.append(box, text);
      item.replaceChildren(label);
      rows.push({ box, text });
    }
    own.hidden = letter.hidden = false;
    own.querySelector('textarea').addEventListener('input', make);
    make();
  }
})();
