import { PickerList, type PickerListProps } from './picker-list.tsx';
import { Popover } from './popover.tsx';
import type { AnchoredProps } from './use-anchored.ts';

export type PickerProps = AnchoredProps &
  Omit<PickerListProps, 'picked' | 'onPick' | 'multiple'> &
  (One | Many);

interface One {
  multiple?: false;
  value: string | null | undefined;
  onChange: (id: string) => void;
}

interface Many {
  multiple: true;
  value: readonly string[];
  /** Called at each pick; the list stays open. */
  onChange: (ids: string[]) => void;
}

/** Picks one or several from a list that is searched as one types: status, people, labels, groups, projects. */
export function Picker({ trigger, at, open, onOpenChange, side, align, ...rest }: PickerProps) {
  const anchor = { trigger, at, open, onOpenChange, side, align };
  return (
    <Popover {...anchor} label={rest.label} className="picker-popover">
      {(close) => <PickerContent {...rest} close={close} />}
    </Popover>
  );
}

function PickerContent({
  close,
  onPicked,
  ...props
}: Omit<PickerListProps, 'picked' | 'onPick' | 'multiple'> &
  (One | Many) & { close: () => void; onPicked?: (() => void) | undefined }) {
  if (props.multiple) {
    const { value, onChange, ...list } = props;
    const toggle = (id: string) =>
      onChange(value.includes(id) ? value.filter((each) => each !== id) : [...value, id]);
    return <PickerList {...list} multiple picked={value} onPick={toggle} />;
  }
  const { value, onChange, multiple: _one, onCreate, ...list } = props;
  return (
    <PickerList
      {...list}
      picked={value ? [value] : []}
      onPick={(id) => {
        close();
        if (id !== value) onChange(id);
        onPicked?.();
      }}
      onCreate={
        onCreate &&
        ((text) => {
          close();
          onCreate(text);
        })
      }
    />
  );
}
