import type { Locator } from 'playwright-core';

/** The Markdown in a field for texts: in the text area, or in the rich editor, which has an element for each line. */
export const writtenText = (field: Locator): Promise<string> =>
  field.evaluate((element) =>
    element instanceof HTMLTextAreaElement
      ? element.value
      : [...element.children].map((line) => line.textContent).join('\n'),
  );
