// Looks at every page of the harness as its reader would, and writes down what is wrong.
const wrong = [];
const clear = color => /rgba\(.*, 0\)|transparent/.test(color);
const parts = color => color.match(/[\d.]+/g).map(Number);
const light = color => {
  const [r, g, b] = parts(color).slice(0, 3).map(v => (v /= 255, v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one, two) => {
  const [a, b] = [light(one), light(two)].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
};
const ground = (view, element) => {
  for (let at = element; at; at = at.parentElement) {
    const color = view.getComputedStyle(at).backgroundColor;
    if (!clear(color)) return color;
  }
  return 'rgb(255, 255, 255)';
};
function look(frame) {
  const doc = frame.contentDocument, view = frame.contentWindow, name = `${frame.dataset.page} at ${frame.dataset.width}`;
  const say = what => wrong.push(`${name}: ${what}`);
  if (!doc || !doc.body || !doc.body.innerText.trim()) return say('is empty');
  const width = doc.documentElement.scrollWidth;
  if (width > frame.clientWidth) say(`is ${width} wide`);
  for (const image of doc.images) {
    if (!image.alt.trim()) say('has a picture without words');
    if (!image.naturalWidth) say(`lacks the picture ${image.getAttribute('src')}`);
  }
  if (!doc.documentElement.lang) say('does not say its language');
  if (doc.querySelectorAll('h1').length !== 1) say('has not one title');
  const walk = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || /^(SCRIPT|STYLE)$/.test(element.tagName) || element.closest('svg')) continue;
    const style = view.getComputedStyle(element);
    if (style.display === 'none' || style.visibility === 'hidden' || parseFloat(style.fontSize) < 2 || !element.getClientRects().length) continue;
    const back = ground(view, element), ratio = contrast(style.color, back);
    const key = style.color + back;
    if (ratio < 4.5 && !seen.has(key)) {
      seen.add(key);
      say(`has ${style.color} on ${back}, ${ratio.toFixed(1)} to 1: ${walk.currentNode.textContent.trim().slice(0, 40)}`);
    }
    if (parseFloat(style.fontSize) < 13) say(`has letters of ${style.fontSize}: ${walk.currentNode.textContent.trim().slice(0, 40)}`);
  }
  for (const link of doc.querySelectorAll('a[href^="mailto:"]')) {
    if (link.getClientRects()[0].height < 43.5) say(`has a small button: ${link.innerText}`);
  }
  const slider = doc.querySelector('input[type=range]');
  if (slider) {
    const shown = () => [...doc.querySelectorAll('[data-frame]')].filter(one => one.style.display !== 'none').map(one => one.dataset.frame).join();
    slider.value = 0;
    slider.dispatchEvent(new view.Event('input'));
    const first = shown(), told = doc.getElementById('stage').textContent;
    slider.value = slider.max;
    slider.dispatchEvent(new view.Event('input'));
    if (first === shown() || told === doc.getElementById('stage').textContent) say('has a slider that moves nothing');
  }
}
addEventListener('load', () => setTimeout(() => {
  const frames = [...document.querySelectorAll('iframe')];
  frames.forEach(look);
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const verdict = document.createElement('pre');
  verdict.id = 'verdict';
  verdict.textContent = JSON.stringify({ pages: frames.length, isDark, wrong });
  document.body.append(verdict);
}, 200));
