import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Initiative } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Checkbox } from '../../parts/controls/checkbox.tsx';
import { formatDate } from '../../parts/dates/dates.ts';
import { Badge } from '../../parts/display/badge.tsx';
import { DataTable } from '../../parts/display/data-table.tsx';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { Loaded } from '../../parts/display/loaded.tsx';
import { Screen } from '../../parts/display/screen.tsx';
import { ShowMore } from '../../parts/display/show-more.tsx';
import { openDialog } from '../../parts/popups/open-dialog.tsx';
import { useBoot } from '../../replica/index.ts';
import { Link } from '../../router/index.ts';
import { HealthBadge } from '../overview/health-badge.tsx';
import { NewInitiativeForm, useEditableWorkspaces } from './initiative-form.tsx';
import { InitiativeMenu } from './initiative-menu.tsx';
import { InitiativeProgress } from './initiative-progress.tsx';
import { initiativesQuery } from './initiative-queries.ts';
import './initiatives.css';

/** `/initiatives`: the goals of one's workspaces, in their order. */
export function InitiativesScreen() {
  const [archived, setArchived] = useState(false);
  const query = useInfiniteQuery(initiativesQuery(archived));
  const texts = m.initiatives;
  const mayCreate = useEditableWorkspaces().length > 0;
  const create = (
    <Button
      look="primary"
      icon="plus"
      disabled={mayCreate ? false : texts.mayNotCreate}
      onClick={() => openDialog({ title: texts.create }, <NewInitiativeForm />)}
    >
      {texts.create}
    </Button>
  );
  return (
    <Screen title={texts.title} look="wide" actions={create}>
      <Loaded query={query} rows={5}>
        {({ pages }) => {
          const initiatives = pages.flatMap(({ data }) => data);
          if (initiatives.length > 0) return <InitiativeTable initiatives={initiatives} />;
          return (
            <EmptyState icon="flag" title={texts.none} text={texts.noneText} action={mayCreate && create} />
          );
        }}
      </Loaded>
      {query.hasNextPage && (
        <div className="table-more">
          <ShowMore query={query} />
        </div>
      )}
      <div className="initiatives-archived">
        <Checkbox label={texts.showArchived} checked={archived} onChange={setArchived} />
      </div>
    </Screen>
  );
}

function InitiativeTable({ initiatives }: { initiatives: readonly Initiative[] }) {
  const { workspaces } = useBoot();
  const texts = m.initiatives;
  const workspaceIds = new Set(initiatives.map(({ workspaceId }) => workspaceId));
  return (
    <DataTable
      label={texts.title}
      className="initiative-table"
      rows={initiatives}
      columns={[
        {
          title: m.words.name,
          header: true,
          phone: 'main',
          cell: ({ id, name, archivedAt }) => (
            <>
              <Link to="/initiatives/$id" params={{ id }} className="row-link">
                {name}
              </Link>
              {archivedAt && <Badge>{texts.archived}</Badge>}
            </>
          ),
        },
        {
          title: m.overview.health,
          width: '120px',
          cell: ({ health }) => health && <HealthBadge health={health} />,
        },
        {
          title: m.words.progress,
          width: '230px',
          cell: (initiative) => <InitiativeProgress of={initiative} />,
        },
        {
          title: texts.projects,
          width: '90px',
          align: 'end',
          phone: 'hide',
          cell: ({ projects }) => projects.length,
        },
        { title: texts.owner, width: '140px', phone: 'hide', cell: ({ owner }) => owner?.name },
        {
          title: m.overview.targetDate,
          width: '120px',
          nowrap: true,
          cell: ({ targetDate }) => targetDate && formatDate(targetDate),
        },
        workspaceIds.size > 1 && {
          title: texts.workspace,
          width: '140px',
          phone: 'hide',
          cell: ({ workspaceId }) => workspaces.find(({ id }) => id === workspaceId)?.name,
        },
        {
          title: m.initiatives.more(''),
          actions: true,
          width: '48px',
          cell: (initiative) => <InitiativeMenu initiative={initiative} all={initiatives} />,
        },
      ]}
    />
  );
}
