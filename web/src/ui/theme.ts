// Light or dark: what the settings say, else what the desktop prefers. Pictures for scree render do not depend on the
// desktop.
import { writeAddress, type Settings } from '../settings';

export class Theme {
  onChange: () => void = () => undefined;
  private readonly desktop = window.matchMedia('(prefers-color-scheme: dark)');

  constructor(private readonly settings: Settings) {
    this.desktop.addEventListener('change', () => this.apply());
    this.apply();
  }

  get name(): 'light' | 'dark' {
    const { theme, render } = this.settings;
    return theme === 'dark' || (theme === 'auto' && this.desktop.matches && !render) ? 'dark' : 'light';
  }

  toggle(): void {
    this.settings.theme = this.name === 'dark' ? 'light' : 'dark';
    this.apply();
    writeAddress(this.settings);
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.name;
    this.onChange();
  }
}
