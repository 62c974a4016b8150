import { useState } from 'react';
import { m } from '../../messages/index.ts';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { Popover } from '../../parts/popups/popover.tsx';
import { lateList } from '../list/late-list.ts';
import type { FilterChoicesProps } from './filter-choices.tsx';

/** A button that offers every filter, then its values. */
export function AddFilter(props: FilterChoicesProps) {
  const [isOpen, setOpen] = useState(false);
  const late = lateList.use(isOpen);
  return (
    <Popover
      label={m.filter.add}
      className="picker-popover"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton icon="plus" label={m.filter.add} />}
    >
      {late && <late.FilterChoices {...props} onDone={() => setOpen(false)} />}
    </Popover>
  );
}
