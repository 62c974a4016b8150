import { m } from '../../messages/index.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import { useBoot } from '../../replica/index.ts';
import './labels-picker.css';

/** Dots and names of labels. */
export function LabelsValue({ ids }: { ids: readonly string[] }) {
  const { labels } = useBoot();
  const shown = labels.filter(({ id }) => ids.includes(id));
  if (shown.length === 0)
    return (
      <>
        <Icon name="label" />
        <span className="field-value-text clipped field-value-empty">{m.fields.noLabels}</span>
      </>
    );
  return (
    <span className="labels-value">
      {shown.map(({ id, name, color }) => (
        <span key={id} className="labels-value-label">
          <span className="label-dot" style={{ background: color }} />
          {name}
        </span>
      ))}
    </span>
  );
}
