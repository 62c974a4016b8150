import { useMemo, useRef, useState } from 'react';
import type { BootProject } from '../../../sdk/index.ts';
import { holdStill, useMe } from '../../replica/index.ts';
import { FollowOpenTicket } from '../follow-open-ticket.tsx';
import { SelectionBar } from '../list/selection-bar.tsx';
import { ofProject, TicketsScreen } from '../project-screen.tsx';
import {
  type BoardField,
  boardFieldOf,
  cardPartsOf,
  isOwnField,
  toViewQuery,
  valuesOfFilter,
} from '../ticket-search.ts';
import { useMedia } from '../use-media.ts';
import { useTicketSearch } from '../use-ticket-search.ts';
import { BoardColumn } from './board-column.tsx';
import { BoardDisplay } from './board-display.tsx';
import { boardOrder, usualBoardSort } from './board-order.ts';
import { ColumnDots } from './column-dots.tsx';
import { FoldedColumn } from './folded-column.tsx';
import { lateParts } from './late-parts.ts';
import { inColumn, newTicketFields } from './new-ticket-fields.ts';
import { useLimitsHandover } from './project-limits.ts';
import { isSwimlaneField } from './swimlanes.ts';
import { useAgentWork } from './use-agent-work.ts';
import { useBoard } from './use-board.ts';
import { useBoardColumns } from './use-board-columns.ts';
import { useFoldedColumns } from './use-board-settings.ts';
import { useSwimlanes } from './use-swimlanes.ts';
import './project-board.css';

/** `/p/$key/board` */
export const Board = ofProject(TicketBoard);

/** `/tickets/board` */
export const AllTicketsBoard = () => <TicketBoard />;

/** The tickets of a project, or of all, by status or another field, moved by drag, keys and menu. */
function TicketBoard({ project }: { project?: BootProject }) {
  const { search, setSearch } = useTicketSearch({ projectId: project?.id, layout: 'board' });
  const field = boardFieldOf(search, project?.id);
  const { isFolded, toggle: fold } = useFoldedColumns(project?.id ?? 'all', field);
  const [limitOf, setLimitOf] = useState<string>();
  const isPhone = useMedia('(max-width: 640px)');
  const root = useRef<HTMLDivElement>(null);
  useLimitsHandover(project);
  const limits = useMemo(() => limitsOf(project, field), [project, field]);

  const filter = isOwnField(field) ? undefined : field;
  const { [filter ?? 'status']: byColumn, ...others } = toViewQuery(
    search,
    project ? { project: project.id, triage: project.triage } : { triage: true },
  );
  const me = useMe();
  const wanted = filter
    ? valuesOfFilter(search, filter).map((value) => (value === 'me' ? me.id : value))
    : [];
  // Labels and projects stay in the query: a ticket with one of the labels may be in the column of another, and
  // projects may be given by their key.
  const isInQuery = filter === undefined || filter === 'label' || filter === 'project';
  const shown = useBoardColumns({
    ...{ project, field, wanted: isInQuery ? [] : wanted },
    query: isInQuery ? { ...others, [filter ?? 'status']: byColumn } : others,
    order: boardOrder(search.sort ?? usualBoardSort(project?.id), search.order),
    isUsualOrder: search.sort === undefined,
    showEmpty: search.showEmpty ?? false,
  });
  const shownIds = shown.map(({ view }) => view.ids);
  // The array keeps its identity as long as no column changes.
  const ids = useMemo(() => shownIds, shownIds);
  const swimlaneField = isSwimlaneField(search.groupBy) ? search.groupBy : undefined;
  const swimlanes = useSwimlanes(ids, swimlaneField);
  const cards = useMemo(() => cardPartsOf(search), [search.cards]);
  // Over several projects each card says by itself whether it can be moved.
  const canDrag = project?.may.createTicket ?? true;
  const { control, announcement, moveRequest, closeMove, moveTo, openKey, follow } = useBoard({
    ...{ root, field, shown, ids, swimlanes, swimlaneField, canChange: canDrag },
  });

  const late = lateParts.use(swimlanes !== undefined || moveRequest !== undefined || limitOf !== undefined);
  useAgentWork(project?.id ?? '', control.agentWork);

  const total = shown.reduce((sum, { view }) => sum + view.total, 0);
  const newTicket = useMemo(
    () => (canDrag && project ? newTicketFields(project.id, search) : undefined),
    [canDrag, project?.id, search],
  );
  const columnTicket = useMemo(
    () =>
      newTicket &&
      Object.fromEntries(
        shown.map(({ value }) => [value, inColumn(newTicket, field, value, project?.workflow?.statuses)]),
      ),
    [newTicket, field, shown.map(({ value }) => value).join()],
  );
  const tools = useMemo(
    () => <BoardDisplay search={search} onChange={setSearch} projectId={project?.id} />,
    [search, setSearch, project?.id],
  );
  return (
    <TicketsScreen
      project={project}
      layout="board"
      newTicket={newTicket}
      search={search}
      setSearch={setSearch}
      count={total}
      tools={tools}
      className="board-screen"
    >
      {swimlanes ? (
        late && (
          <late.BoardSwimlanes
            root={root}
            control={control}
            swimlanes={swimlanes}
            field={swimlaneField ?? 'assignee'}
            boardBy={field}
            columns={shown}
            limits={limits}
            canDrag={canDrag}
            cards={cards}
            onNearEnd={(column) => shown[column]?.view.loadMore()}
          />
        )
      ) : (
        <div className="board" ref={root} onPointerMove={holdStill}>
          {shown.map((column) =>
            isFolded(column.value) && !isPhone ? (
              <FoldedColumn
                key={column.value}
                control={control}
                column={column}
                field={field}
                ids={column.view.ids}
                total={column.view.total}
                onUnfold={() => fold(column.value)}
              />
            ) : (
              <BoardColumn
                key={column.value}
                control={control}
                field={field}
                {...column}
                canDrag={canDrag}
                cards={cards}
                newTicket={columnTicket?.[column.value]}
                limit={limits[column.value]}
                onFold={fold}
                onSetLimit={field === 'status' && project?.may.edit ? setLimitOf : undefined}
              />
            ),
          )}
        </div>
      )}
      {isPhone && !swimlanes && <ColumnDots scroller={root} field={field} columns={shown} />}
      {openKey !== undefined && <FollowOpenTicket ticketKey={openKey} onOpen={follow} />}
      <SelectionBar selection={control.selection} />
      <div role="status" className="said">
        {announcement}
      </div>
      {late && (
        <>
          <late.MoveDialog request={moveRequest} columns={shown} onMove={moveTo} onClose={closeMove} />
          {project && (
            <late.LimitDialog
              status={limitOf}
              limit={limits[limitOf ?? '']}
              projectId={project.id}
              onClose={() => setLimitOf(undefined)}
            />
          )}
        </>
      )}
    </TicketsScreen>
  );
}

/** Limits are of statuses, and everybody in the project sees them. */
const limitsOf = (project: BootProject | undefined, field: BoardField): Readonly<Record<string, number>> =>
  Object.fromEntries(
    field === 'status'
      ? (project?.workflow?.statuses ?? []).flatMap(({ id, status, limit }) =>
          limit ? [[id ?? status, limit]] : [],
        )
      : [],
  );
