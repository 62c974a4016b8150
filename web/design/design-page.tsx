import { useLayoutEffect } from 'react';
import { Charts } from './charts.tsx';
import { Chips } from './chips.tsx';
import { Colours } from './colours.tsx';
import { Controls } from './controls.tsx';
import { Floating } from './floating.tsx';
import { Icons } from './icons.tsx';
import { People } from './people.tsx';
import { States } from './states.tsx';
import { Tables } from './tables.tsx';
import { Texts } from './texts.tsx';
import './design-page.css';

const places = { Colours, Icons, Controls, Chips, People, Floating, States, Tables, Texts, Charts };

/** Every part in every state, in both themes side by side. */
export function DesignPage({ theme, only }: { theme: string | null; only: string | null }) {
  useLayoutEffect(() => {
    if (theme) document.documentElement.className = `theme-${theme}`;
  }, [theme]);
  const themes = theme ? [theme] : ['light', 'dark'];
  return (
    <main className="design">
      <h1 className="design-title">Design</h1>
      {Object.entries(places)
        .filter(([name]) => only === null || name.toLowerCase() === only)
        .map(([name, Place]) => (
          <section key={name} aria-label={name} className="design-place">
            <h2>{name}</h2>
            <div className="design-themes">
              {themes.map((each) => (
                <div key={each} className={`design-theme design-${each}`}>
                  <Place />
                </div>
              ))}
            </div>
          </section>
        ))}
    </main>
  );
}
