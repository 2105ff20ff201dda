import { App } from './app';
import { asTrouble } from './data/types';
import { h } from './ui/dom';

// Without WebGL there is no App; the message stands alone.
function showAlone(title: string, message: string): void {
  document.querySelector('.busy')?.remove();
  const notice = h('div', { class: 'notice alone', role: 'alert' }, h('h2', {}, title), h('p', {}, message));
  (document.querySelector('main') ?? document.body).append(notice);
  document.documentElement.dataset.ready = 'error';
  document.documentElement.dataset.error = `${title}: ${message}`;
}

try {
  void new App().start();
} catch (e) {
  const trouble = asTrouble(e);
  showAlone(trouble.title, trouble.message);
}
