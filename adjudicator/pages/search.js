// Looks through the list of the site. Without it the page is the list itself.
(async () => {
  const form = document.getElementById('search');
  const list = document.getElementById('found');
  const words = document.getElementById('words');
  let all;
  try {
    all = await (await fetch(list.dataset.index)).json();
  } catch {
    return;
  }
  const plain = text => text.toLowerCase().normalize('NFD').replace(/[\u0300-\u036f]/g, '').replace(/ł/g, 'l');
  const entries = all.map(one => ({ ...one, in: plain(one.t + ' ' + one.m) }));
  const show = () => {
    const asked = plain(words.value).split(/\s+/).filter(Boolean);
    const found = entries.filter(one => asked.every(word => one.in.includes(word))).slice(0, 100);
    list.replaceChildren(...found.map(one => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      const more = document.createElement('span');
      link.href = one.u;
      link.textContent = one.t;
      more.className = 'mut sm';
      more.textContent = one.m;
      item.append(link, ' ', more);
      return item;
    }));
  };
  form.hidden = false;
  form.addEventListener('submit', event => event.preventDefault());
  words.addEventListener('input', show);
  words.value = new URLSearchParams(location.search).get('q') || '';
  if (words.value) show();
})();
