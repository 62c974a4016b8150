import { Chip } from './chip.tsx';

export interface LabelChipProps {
  name: string;
  /** Any colour a person chose; only a dot has it, so the text stays readable. */
  color?: string | null | undefined;
  onRemove?: () => void;
}

export function LabelChip({ name, color, onRemove }: LabelChipProps) {
  return (
    <Chip
      className="label-chip"
      before={<span className="label-chip-dot" style={color ? { background: color } : undefined} />}
      onRemove={onRemove}
    >
      {name}
    </Chip>
  );
}
