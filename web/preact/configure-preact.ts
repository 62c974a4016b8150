import { options, type VNode } from 'preact';
import { afterPaint } from '../parts/after-paint.ts';

/** Before the first of these events of a person reaches a handler, the effects of what was drawn before it have run. */
const personEvents = ['keydown', 'pointerdown', 'click', 'input'];

/** Four rules of React on which the app relies, and which Preact does not have. */
export function configurePreact(): void {
  runEffectsBeforeEvents();
  focusOnMount();
  ignoreBlurOfRemoved();
  keepGivenValues();
}

/** Keys pressed faster than frames are painted would reach handlers that an effect is about to replace. */
function runEffectsBeforeEvents(): void {
  let pending: (() => void) | undefined;
  const run = () => {
    const effects = pending;
    pending = undefined;
    effects?.();
  };
  options.requestAnimationFrame = (effects) => {
    pending = effects;
    afterPaint(run);
  };
  for (const type of personEvents) addEventListener(type, run, { capture: true });
}

/** Browsers obey `autofocus` once in a document, and not while something else has the focus. */
function focusOnMount(): void {
  const focused = new WeakSet<HTMLElement>();
  before('vnode', (vnode) => {
    if (typeof vnode.type !== 'string' || !('autoFocus' in vnode.props)) return;
    const { autoFocus, ...props } = vnode.props as { autoFocus?: boolean };
    vnode.props = props as typeof vnode.props;
    if (!autoFocus) return;
    const { ref } = vnode;
    vnode.ref = (node: HTMLElement | null) => {
      if (typeof ref === 'function') ref(node);
      else if (ref) ref.current = node;
      if (!node || focused.has(node)) return;
      focused.add(node);
      node.focus();
    };
  });
}

/** Chromium reports that an element which is removed loses the focus. A field that leaves would save what it must not. */
function ignoreBlurOfRemoved(): void {
  const ignore = (event: Event) => event.stopImmediatePropagation();
  before('unmount', (vnode) => {
    const element = elementOf(vnode);
    if (element !== document.activeElement) return;
    for (const type of ['blur', 'focusout'])
      element?.addEventListener(type, ignore, { capture: true, once: true });
  });
}

/** A switch whose change is refused, and a field whose text is not taken, show again what they were given. */
function keepGivenValues(): void {
  const given = new WeakMap<EventTarget, { value?: unknown; checked?: unknown }>();
  before('diffed', (vnode) => {
    const element = elementOf(vnode);
    if (element && /^(?:input|select|textarea)$/.test(String(vnode.type)))
      given.set(element, vnode.props as object);
  });
  const restore = (element: HTMLInputElement) => {
    const { value, checked } = given.get(element) ?? {};
    if (typeof checked === 'boolean' && element.checked !== checked) element.checked = checked;
    if (typeof value === 'string' && element.value !== value && element.type !== 'file')
      element.value = value;
  };
  for (const type of ['input', 'change'])
    addEventListener(
      type,
      // What the handlers changed is drawn by then: Preact draws in a microtask.
      ({ target }) => void (target && setTimeout(() => restore(target as HTMLInputElement))),
      { capture: true },
    );
}

/** Undefined for a component. `__e` is the name that Preact's published files give to it. */
const elementOf = (vnode: VNode) =>
  typeof vnode.type === 'string' ? (vnode as VNode & { __e?: Element | null }).__e : undefined;

function before(name: 'vnode' | 'unmount' | 'diffed', run: (vnode: VNode) => void): void {
  const next = options[name];
  options[name] = (vnode) => {
    run(vnode);
    next?.(vnode);
  };
}
