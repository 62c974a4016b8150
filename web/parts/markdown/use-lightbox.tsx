import { useState } from 'react';
import { LateModule } from '../late-module.ts';
import type { Picture } from './lightbox.tsx';

const late = new LateModule(() => import('./lightbox.tsx'));

/** Opens pictures large; `lightbox` is the element to draw. */
export function useLightbox() {
  const [shown, setShown] = useState<{ pictures: readonly Picture[]; first: number }>();
  const module = late.use(shown !== undefined);
  return {
    openPictures: (pictures: readonly Picture[], first: number) => setShown({ pictures, first }),
    lightbox: shown && module && <module.Lightbox {...shown} onClose={() => setShown(undefined)} />,
  };
}
