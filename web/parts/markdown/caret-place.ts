const copied = ['font', 'letterSpacing', 'padding', 'border', 'boxSizing', 'lineHeight', 'tabSize'] as const;

/** Where a position of a text area is on the screen: a copy of the text is laid out and measured. */
export function caretPlace(
  area: HTMLTextAreaElement,
  position: number,
): { x: number; y: number; height: number } {
  const style = getComputedStyle(area);
  const copy = document.createElement('div');
  for (const name of copied) copy.style[name] = style[name];
  copy.style.position = 'fixed';
  copy.style.visibility = 'hidden';
  copy.style.whiteSpace = 'pre-wrap';
  copy.style.overflowWrap = 'break-word';
  copy.style.width = `${area.clientWidth}px`;
  copy.textContent = area.value.slice(0, position);
  const mark = document.createElement('span');
  mark.textContent = '​';
  copy.append(mark);
  document.body.append(copy);
  const box = area.getBoundingClientRect();
  const place = {
    x: box.left + mark.offsetLeft,
    y: box.top + mark.offsetTop - area.scrollTop,
    height: mark.offsetHeight,
  };
  copy.remove();
  return place;
}
