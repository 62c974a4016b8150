/** A menu, popover or dialog that is open. The last one opened is on top. */
export interface Layer {
  /** True if it covers the page: what is behind it cannot be pressed or reached by Tab. */
  isModal: boolean;
  /** True if a press there counts as inside. The button that opened it counts, because it closes by itself. */
  holds(target: Node): boolean;
  close(): void;
  focus(): void;
}

/** The parent of everything that opens, so that React handles its keys before the listener on the body does. */
export const layerRoot = document.createElement('div');
document.body.append(layerRoot);

const layers: Layer[] = [];

export function addLayer(layer: Layer): () => void {
  layers.push(layer);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
  };
}

let pressed: Layer | undefined;

/** True if it was on top at the last press: the press itself closes what is above it. */
export const wasPressedOnTop = (layer: Layer): boolean => pressed === layer;

// On the body, so that it runs before the keys of the page, which are on the document.
document.body.addEventListener('keydown', (event) => {
  const top = layers.at(-1);
  if (!top || event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
  event.preventDefault();
  top.close();
});

document.addEventListener(
  'pointerdown',
  ({ target }) => {
    pressed = layers.at(-1);
    if (!(target instanceof Node)) return;
    for (const layer of layers.toReversed()) {
      if (layer.isModal || layer.holds(target)) return;
      layer.close();
    }
  },
  { capture: true },
);

// The focused element in a dialog may have vanished: Tab would then continue behind the dialog.
document.addEventListener('focusin', ({ target }) => {
  const modal = layers.findLast((layer) => layer.isModal);
  if (modal && target instanceof Node && !layerRoot.contains(target)) modal.focus();
});
