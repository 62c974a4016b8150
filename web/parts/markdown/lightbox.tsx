import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { m } from '../../messages/index.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { Icon } from '../icons/icon.tsx';
import { Dialog } from '../popups/dialog.tsx';
import { tooltipAttributes } from '../popups/tooltip.ts';
import './lightbox.css';

export interface Picture {
  source: string;
  name: string;
}

interface Props {
  pictures: readonly Picture[];
  first: number;
  onClose: () => void;
}

const swipePx = 48;

/** The pictures of a page, one at a time. Arrow keys, buttons and swipes go to the next; a press on the picture enlarges it. */
export function Lightbox({ pictures, first, onClose }: Props) {
  const [index, setIndex] = useState(first);
  const [isLarge, setLarge] = useState(false);
  const pressedAt = useRef<number>(undefined);
  const count = pictures.length;
  const { source, name } = pictures[index] ?? { source: '', name: '' };
  const title = name || m.editor.picture;
  const go = (step: number) => {
    setIndex((index + step + count) % count);
    setLarge(false);
  };

  function onKeyDown(event: KeyboardEvent) {
    const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
    // The arrows scroll an enlarged picture.
    if (isArrow && !isLarge && count > 1) go(event.key === 'ArrowLeft' ? -1 : 1);
    else if (event.key === '+') setLarge(true);
    else if (event.key === '-') setLarge(false);
    else return;
    event.preventDefault();
  }

  function swipe(event: PointerEvent) {
    const moved = event.clientX - (pressedAt.current ?? event.clientX);
    pressedAt.current = undefined;
    if (Math.abs(moved) < swipePx || isLarge || count < 2 || event.pointerType === 'mouse') return;
    go(moved > 0 ? -1 : 1);
  }

  const zoom = isLarge ? m.editor.zoomOut : m.editor.zoomIn;
  return (
    <Dialog open onClose={onClose} title={title} className="lightbox">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same */}
      <div className="lightbox-content" onKeyDown={onKeyDown}>
        <div
          className={isLarge ? 'lightbox-stage lightbox-large' : 'lightbox-stage'}
          onPointerDown={(event) => {
            pressedAt.current = event.clientX;
          }}
          onPointerUp={swipe}
        >
          <button
            type="button"
            className="lightbox-picture"
            aria-label={zoom}
            data-autofocus
            onClick={() => setLarge(!isLarge)}
          >
            <img key={source} src={source} alt={title} draggable={false} />
          </button>
        </div>
        <div className="lightbox-bar">
          {count > 1 && (
            <>
              <IconButton
                icon="chevron-left"
                label={m.editor.previousPicture}
                keys="ArrowLeft"
                onClick={() => go(-1)}
              />
              <span aria-live="polite">{m.editor.pictureOf(index + 1, count)}</span>
              <IconButton
                icon="chevron-right"
                label={m.editor.nextPicture}
                keys="ArrowRight"
                onClick={() => go(1)}
              />
            </>
          )}
          <IconButton
            icon={isLarge ? 'minus' : 'plus'}
            label={zoom}
            keys={isLarge ? '-' : '+'}
            className="lightbox-zoom"
            onClick={() => setLarge(!isLarge)}
          />
          <a
            className="button button-quiet icon-button"
            href={source.replace(/\?inline=1$/, '')}
            download={title}
            aria-label={m.editor.downloadPicture}
            {...tooltipAttributes(m.editor.downloadPicture)}
          >
            <Icon name="download" />
          </a>
        </div>
      </div>
    </Dialog>
  );
}
