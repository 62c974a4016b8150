import type { ComponentType } from 'react';

/** A component of a route that is loaded when its address is opened or likely to be. */
export class Screen {
  component: ComponentType | undefined;
  readonly #import: () => Promise<ComponentType>;
  #loading: Promise<void> | undefined;

  constructor(load: () => Promise<ComponentType>, component?: ComponentType) {
    this.#import = load;
    this.component = component;
  }

  load(): Promise<void> {
    this.#loading ??= this.#import().then(
      (component) => {
        this.component = component;
      },
      (error: unknown) => {
        // The next opening tries again, for example after a moment without network.
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }
}
