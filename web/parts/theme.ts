export type Theme = 'light' | 'dark' | 'system';

/** The server writes the class into the page; this changes it while the page is open. */
export function applyTheme(theme: Theme): void {
  const { classList } = document.documentElement;
  classList.toggle('theme-light', theme === 'light');
  classList.toggle('theme-dark', theme === 'dark');
}
