import { useEffect, useRef } from 'react';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { closeToast, useToasts } from '../parts/popups/toasts.ts';
import './toast-list.css';

/**
 * What was done or refused, one after the other, never over a bar or a field that people are about to use. The region
 * exists before its first text, so that it is read out.
 */
export function ToastList() {
  const list = useRef<HTMLDivElement>(null);
  const toasts = useToasts();
  const isShown = toasts.length > 0;
  useEffect(() => {
    if (!isShown) return;
    let end: (() => void) | undefined;
    let isOver = false;
    import('./lift-toasts.ts').then(
      ({ liftToasts }) => {
        if (list.current && !isOver) end = liftToasts(list.current);
      },
      () => {},
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [isShown]);
  return (
    <div className="toast-list" role="status" ref={list}>
      {toasts.map(({ id, text, tone, actions }) => (
        <div key={id} className={`toast toast-${tone}`}>
          <p className="toast-text">{text}</p>
          {actions.map(({ name, run }) => (
            <Button
              key={name}
              onClick={() => {
                run();
                closeToast(id);
              }}
            >
              {name}
            </Button>
          ))}
          <IconButton icon="close" label={m.shell.close} onClick={() => closeToast(id)} />
        </div>
      ))}
    </div>
  );
}
