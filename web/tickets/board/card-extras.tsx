import { m } from '../../messages/index.ts';
import { Icon } from '../../parts/icons/icon.tsx';
import type { IconName } from '../../parts/icons/icon-shapes.ts';
import { tooltipAttributes } from '../../parts/popups/tooltip.ts';
import type { TicketRow } from '../../replica/index.ts';
import { ownValueText, useOwnFields } from '../list/own-columns.ts';
import { type CardPart, isOwnField, ownFieldId } from '../ticket-search.ts';
import { useProgress } from './use-progress.ts';

/** The parts of a card that are shown on request: estimate, progress and own fields. */
export function CardExtras({ row, cards }: { row: TicketRow; cards: readonly CardPart[] }) {
  const own = cards.filter(isOwnField);
  const fields = useOwnFields(own.length > 0 ? (row.projectId ?? undefined) : undefined);
  const progress = useProgress(row, cards.includes('checklist') || cards.includes('children'));
  const { checklist, children } = progress ?? {};
  return (
    <>
      {cards.includes('estimate') && row.estimate !== null && (
        <Fact icon="flag" text={String(row.estimate)} name={m.arrange.estimateIs(row.estimate)} />
      )}
      {cards.includes('checklist') && checklist && checklist.total > 0 && (
        <Fact
          icon="check"
          text={`${checklist.done}/${checklist.total}`}
          name={m.arrange.checklistIs(checklist.done, checklist.total)}
        />
      )}
      {cards.includes('children') && children && children.total > 0 && (
        <Fact
          icon="subticket"
          text={`${children.done}/${children.total}`}
          name={m.arrange.childrenAre(children.done, children.total)}
        />
      )}
      {own.map((part) => {
        const field = fields.find(({ id }) => id === ownFieldId(part));
        const text = ownValueText(field, row.fields?.[ownFieldId(part)]);
        return text && <Fact key={part} text={text} name={`${field?.name}: ${text}`} />;
      })}
    </>
  );
}

function Fact({ icon, text, name }: { icon?: IconName; text: string; name: string }) {
  return (
    <span className="board-card-fact figures" {...tooltipAttributes(name)}>
      {icon && <Icon name={icon} size="small" />}
      <span aria-hidden="true" className="clipped">
        {text}
      </span>
      <span className="said">{name}</span>
    </span>
  );
}
