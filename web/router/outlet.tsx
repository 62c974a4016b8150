import {
  Component,
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
} from 'react';
import { afterPaint } from '../parts/after-paint.ts';
import { page } from './router.ts';
import { restoreScroll } from './scroll-memory.ts';

export interface FailedProps {
  error: Error;
  reset: () => void;
}

const Depth = createContext(0);
const FailedScreen = createContext<ComponentType<FailedProps> | undefined>(undefined);

interface RouterViewProps {
  /** Stands in place of a screen that could not be loaded or drawn. */
  failed: ComponentType<FailedProps>;
  /** Called after each screen that is painted. */
  onShown: () => void;
}

/** Draws the page. */
export function RouterView({ failed, onShown }: RouterViewProps) {
  const shown = page.use();
  useLayoutEffect(() => {
    if (shown.components.length > 0) restoreScroll();
  }, [shown]);
  useEffect(() => {
    return shown.components.length > 0 ? afterPaint(onShown) : undefined;
  }, [shown, onShown]);
  return (
    <FailedScreen value={failed}>
      <Outlet />
    </FailedScreen>
  );
}

/** The place of the next inner screen. */
export function Outlet() {
  const depth = use(Depth);
  const failed = use(FailedScreen);
  const { pathname, components } = page.use();
  const Shown = components[depth];
  if (!Shown) return null;
  return (
    <Boundary failed={failed} pathname={pathname}>
      <Depth value={depth + 1}>
        <Shown />
      </Depth>
    </Boundary>
  );
}

interface BoundaryProps {
  failed: ComponentType<FailedProps> | undefined;
  /** A change of the address clears the failure. */
  pathname: string;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { error?: Error | undefined; pathname?: string }> {
  override state: { error?: Error | undefined; pathname?: string } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  static getDerivedStateFromProps({ pathname }: BoundaryProps, state: { pathname?: string }) {
    return pathname === state.pathname ? null : { pathname, error: undefined };
  }

  override render() {
    const { error } = this.state;
    const Failed = this.props.failed;
    if (!error || !Failed) return this.props.children;
    return <Failed error={error} reset={() => location.reload()} />;
  }
}
