import { useCallback, useMemo, useRef, useState } from 'react';
import type { BootProject } from '../../../sdk/index.ts';
import { LateModule, whenIdle } from '../../parts/late-module.ts';
import { useStatuses } from '../../parts/own-statuses.ts';
import type { TicketStatus } from '../../parts/ticket-words.ts';
import { holdStill } from '../../replica/index.ts';
import { FollowOpenTicket } from '../follow-open-ticket.tsx';
import { SelectionBar } from '../list/selection-bar.tsx';
import { ofProject, ProjectScreen } from '../project-screen.tsx';
import { toViewQuery, valuesOfFilter } from '../ticket-search.ts';
import { useMedia } from '../use-media.ts';
import { useTicketSearch } from '../use-ticket-search.ts';
import { BoardColumn } from './board-column.tsx';
import { BoardDisplay } from './board-display.tsx';
import { boardOrder } from './board-order.ts';
import { toggleFold, withLimit } from './board-settings.ts';
import { ColumnDots } from './column-dots.tsx';
import { FoldedColumn } from './folded-column.tsx';
import { newTicketFields } from './new-ticket-fields.ts';
import { isSwimlaneField } from './swimlanes.ts';
import { useAgentWork } from './use-agent-work.ts';
import { useBoard } from './use-board.ts';
import { useBoardSettings } from './use-board-settings.ts';
import { useColumnViews } from './use-column-views.ts';
import { useSwimlanes } from './use-swimlanes.ts';
import './project-board.css';

/** Dialogs and swimlanes are not in the first load. */
const lateParts = new LateModule(() => import('./late.ts'));
whenIdle(() => lateParts.load().catch(() => {}));

/** `/p/$key/board` */
export const Board = ofProject(ProjectBoard);

/** The board of a project: its tickets by status, moved by drag, keys and menu. */
function ProjectBoard({ project }: { project: BootProject }) {
  const { search, setSearch } = useTicketSearch();
  const [settings, changeSettings] = useBoardSettings(project.id);
  const [limitOf, setLimitOf] = useState<TicketStatus>();
  const isPhone = useMedia('(max-width: 640px)');
  const root = useRef<HTMLDivElement>(null);

  const order = boardOrder(search.sort, search.order);
  const wanted = valuesOfFilter(search, 'status');
  const statuses = useStatuses().filter((status) => !wanted.length || wanted.includes(status));
  const { status: _, ...query } = toViewQuery(search, { project: project.id });
  const views = useColumnViews({ ...query, ...order });
  const shownIds = statuses.map((status) => views[status].ids);
  // The array keeps its identity as long as no column changes.
  const ids = useMemo(() => shownIds, shownIds);
  const swimlaneField = isSwimlaneField(search.groupBy) ? search.groupBy : undefined;
  const swimlanes = useSwimlanes(ids, swimlaneField);
  const canDrag = project.may.createTicket;
  const { control, announcement, moveRequest, closeMove, moveTo, columns, openKey, follow } = useBoard({
    ...{ root, statuses, ids, swimlanes, swimlaneField, isManual: order.sort === 'rank', canChange: canDrag },
  });

  const late = lateParts.use(swimlanes !== undefined || moveRequest !== undefined || limitOf !== undefined);
  useAgentWork(project.id, control.agentWork);

  const total = statuses.reduce((sum, status) => sum + views[status].total, 0);
  const fold = useCallback(
    (status: TicketStatus) => changeSettings((before) => toggleFold(before, status)),
    [changeSettings],
  );
  const newTicket = useMemo(
    () => (canDrag ? newTicketFields(project.id, search) : undefined),
    [canDrag, project.id, search],
  );
  return (
    <ProjectScreen
      project={project}
      layout="board"
      newTicket={newTicket}
      search={search}
      setSearch={setSearch}
      count={total}
      tools={<BoardDisplay search={search} onChange={setSearch} />}
      className="board-screen"
    >
      {swimlanes ? (
        late && (
          <late.BoardSwimlanes
            root={root}
            control={control}
            swimlanes={swimlanes}
            field={swimlaneField ?? 'assignee'}
            statuses={statuses}
            totals={statuses.map((status) => views[status].total)}
            limits={settings.limits}
            canDrag={canDrag}
            onNearEnd={(column) => views[statuses[column] ?? 'backlog'].loadMore()}
          />
        )
      ) : (
        <div className="board" ref={root} onPointerMove={holdStill}>
          {statuses.map((status) =>
            settings.folded.includes(status) && !isPhone ? (
              <FoldedColumn
                key={status}
                control={control}
                status={status}
                ids={views[status].ids}
                total={views[status].total}
                onUnfold={() => fold(status)}
              />
            ) : (
              <BoardColumn
                key={status}
                control={control}
                view={views[status]}
                canDrag={canDrag}
                newTicket={newTicket}
                status={status}
                limit={settings.limits[status]}
                onFold={fold}
                onSetLimit={setLimitOf}
              />
            ),
          )}
        </div>
      )}
      {isPhone && !swimlanes && (
        <ColumnDots
          scroller={root}
          columns={statuses.map((status) => ({ status, total: views[status].total }))}
        />
      )}
      {openKey !== undefined && <FollowOpenTicket ticketKey={openKey} onOpen={follow} />}
      <SelectionBar selection={control.selection} />
      <div role="status" className="said">
        {announcement}
      </div>
      {late && (
        <>
          <late.MoveDialog
            request={moveRequest}
            statuses={statuses}
            columns={columns}
            isManual={order.sort === 'rank'}
            onMove={moveTo}
            onClose={closeMove}
          />
          <late.LimitDialog
            status={limitOf}
            limit={limitOf && settings.limits[limitOf]}
            onChange={(status, limit) => changeSettings((before) => withLimit(before, status, limit))}
            onClose={() => setLimitOf(undefined)}
          />
        </>
      )}
    </ProjectScreen>
  );
}
