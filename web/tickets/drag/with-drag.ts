type DragLibrary = typeof import('./drag-library.ts');

let library: DragLibrary | undefined;
let loading: Promise<DragLibrary> | undefined;

/**
 * Sets up a drag source or drop target in an effect. The library is not in the first load: it is loaded when the first
 * of them is drawn. Returns the cleanup function.
 */
export function withDrag(setUp: (library: DragLibrary) => () => void): () => void {
  return library ? setUp(library) : setUpLate(load, setUp);
}

/** Loads a module for an effect. Returns the cleanup function, which also works while the module is still loading. */
export function setUpLate<T>(loadModule: () => Promise<T>, setUp: (module: T) => () => void): () => void {
  let hasEnded = false;
  let end: (() => void) | undefined;
  void loadModule().then((loaded) => {
    if (!hasEnded) end = setUp(loaded);
  }, reportError);
  return () => {
    hasEnded = true;
    end?.();
  };
}

function load(): Promise<DragLibrary> {
  loading ??= import('./drag-library.ts').then(
    (loaded) => {
      library = loaded;
      return loaded;
    },
    (error: unknown) => {
      // The next screen tries again, for example after a moment without network.
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
