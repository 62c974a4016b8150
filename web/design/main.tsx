import '../parts/tokens.css';
import '../parts/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadLanguage } from '../messages/index.ts';
import { DesignPage } from './design-page.tsx';

/**
 * The page of all parts, `/design/` of `npm run web`. It is a page of its own, so that it needs no server and no
 * build contains it. `?theme=light` or `dark` shows one theme, `?lang=de` the German words, `?only=` one part.
 */
const { searchParams } = new URL(location.href);
document.documentElement.lang = await loadLanguage(searchParams.get('lang') ?? 'en');
const root = document.getElementById('app');
if (!root) throw new Error('index.html has no element #app');
createRoot(root).render(
  <StrictMode>
    <DesignPage theme={searchParams.get('theme')} only={searchParams.get('only')} />
  </StrictMode>,
);
