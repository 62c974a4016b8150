import { type BuiltEvent, expectEvents } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { assertValid, type FieldMessages, invalid, withDetails } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Scope } from '../users/index.ts';
import { assertOwnStatusExists } from './change/close-ticket.ts';
import { type ChecklistItem, newChecklist } from './checklists/checklist.ts';
import { findIdProblem, refuseTakenId } from './client-id.ts';
import { type Criterion, formatProgress, newCriteria } from './criteria/criterion.ts';
import { findPossibleDuplicates, type PossibleDuplicate } from './duplicates/possible-duplicates.ts';
import { insertTitleWords } from './duplicates/title-word-store.ts';
import { completionAfter, rankAt } from './fields/ticket-rules.ts';
import { passGates } from './gates/pass-gates.ts';
import type { TicketDetails } from './get-ticket.ts';
import { numberTickets } from './number-tickets.ts';
import { listKeys } from './own-fields/field-changes.ts';
import type { StoredKey } from './own-fields/field-value-store.ts';
import { writeFieldValues } from './own-fields/own-field.ts';
import { setFieldValues } from './own-fields/set-field-values.ts';
import { chooseFirstRank } from './rank/choose-first-rank.ts';
import { newRow, recordAndReadBack } from './read-back.ts';
import { fillFromTemplate } from './templates/fill-from-template.ts';
import type { Ticket } from './ticket.ts';
import { buildTicketEvent, ticketAssigned, ticketCreated } from './ticket-events.ts';
import { initialFields, type NewTicket } from './ticket-input.ts';
import { insertTickets } from './ticket-insert-store.ts';
import { newLookups, type TicketHome, type TicketLookups } from './ticket-lookups.ts';
import {
  findReferenceProblems,
  milestoneOfGroup,
  resolveAssignee,
  resolveLabels,
  resolveTicketId,
} from './ticket-references.ts';
import { findTriageProblems } from './triage/triage.ts';
import { firstStep } from './workflow/choose-step.ts';
import { isHiddenStep, parseWorkflow, stepName } from './workflow/workflow.ts';

export type CreatedTicket = TicketDetails & { possibleDuplicates: PossibleDuplicate[] };

export async function createTicket(
  scope: Scope,
  input: NewTicket,
  options?: CreationOptions,
): Promise<CreatedTicket> {
  const creation = scope.write(async (tx, commitNow) => {
    expectEvents(tx);
    const lookups = newLookups(tx, scope.actor);
    const draft = await draftTicket(scope, lookups, input, options);
    if (input.position === 'first') draft.rank = await chooseFirstRank(tx, draft);
    const [possibleDuplicates, { events, tickets }] = await Promise.all([
      options?.isAutomatic ? [] : findPossibleDuplicates(tx, { ...draft, projectKey: draft.home.projectKey }),
      insertDrafts(tx, scope, lookups, [draft]),
    ]);
    const row = tickets[0] && newRow(tickets[0]);
    const details = await recordAndReadBack(tx, scope, commitNow, { id: draft.id, events, row });
    return { ...details, possibleDuplicates };
  });
  return refuseTakenId(creation);
}

/** Throws the validation errors of the input, without creating a ticket. */
export const validateNewTicket = (scope: Scope, input: Partial<NewTicket>) =>
  draftTicket(scope, newLookups(scope.db.reads, scope.actor), { title: '', ...input });

export interface CreationOptions {
  /** Assigned by the caller for bulk creations. */
  id?: string | undefined;
  /** True if Docket itself creates the ticket; required fields may then be empty. */
  isAutomatic?: boolean;
  /** True if it comes from outside, so that it waits in triage where the project has it on. */
  isFromOutside?: boolean;
}

/** A validated ticket without a number, not inserted yet. */
export interface TicketDraft extends Ticket {
  home: TicketHome;
  labelIds: string[];
  fieldKeys: StoredKey[];
  checklist: ChecklistItem[];
  criteria: Criterion[];
}

export async function draftTicket(
  scope: Scope,
  lookups: TicketLookups,
  given: NewTicket,
  {
    id = given.id ?? newId(scope.clock.now()),
    isAutomatic = false,
    isFromOutside = false,
  }: CreationOptions = {},
): Promise<TicketDraft> {
  const now = scope.clock.now();
  const input = given.template ? await fillFromTemplate(lookups, given, given.template) : given;
  const assigneeId = (await resolveAssignee(lookups, input.assigneeId)) || null;
  const parentId = (await resolveTicketId(lookups, input.parentId)) || null;
  const milestoneId =
    input.milestoneId ??
    (await milestoneOfGroup(lookups, { groupId: null, milestoneId: null }, input.groupId));
  const references = { ...input, milestoneId, parentId, assigneeId, labelIds: input.labelIds ?? [] };
  const referencing = { labelsBefore: [] };
  const ownProblems: FieldMessages = { ...findIdProblem(input.id, now), ...(input.title === '' && noTitle) };
  if (ownProblems.id)
    throw invalid({
      ...ownProblems,
      ...(await findReferenceProblems(lookups, undefined, referencing, references)),
    });
  const home = await lookups.home(input.projectId, input.workspaceId).catch(async (error: unknown) => {
    const wrong = await findReferenceProblems(lookups, undefined, referencing, references);
    throw withDetails(error, { ...ownProblems, ...wrong });
  });
  const labelIds = [...new Set(await resolveLabels(lookups, home.workspaceId, references.labelIds))].sort();
  const fields = await lookups.ownFields(home);
  const { values, problems } = await setFieldValues({
    fields,
    before: {},
    input: input.fields,
    findPerson: lookups.activePerson,
    isNew: true,
    areRequired: !isAutomatic,
  });
  const workflow = parseWorkflow(home.workflow);
  const { step, problems: stepProblems } = firstStep(workflow, input);
  Object.assign(problems, stepProblems);
  if (isHiddenStep(workflow, step) && !isAutomatic)
    problems.status = [
      `Status is one that the project does not use: ${step.ownStatusId ? stepName(home.workflow, step) : step.status}`,
    ];
  const wrong = await findReferenceProblems(lookups, home, referencing, { ...references, labelIds });
  const isOn = home.hasTriage === 1;
  const isFed = isOn && (isFromOutside || scope.actor.agent !== undefined);
  const triage = isFed ? 'waiting' : (input.triage ?? null);
  const snoozedUntil = triage === 'snoozed' ? (input.snoozedUntil ?? null) : null;
  const inTriage = findTriageProblems(input, { triage, snoozedUntil }, { isOn, wasIn: isFed, now });
  assertValid({ ...ownProblems, ...wrong, ...problems, ...inTriage });

  const criteria = newCriteria(id, input.criteria ?? [], now, !scope.actor.agent && !isFromOutside);
  const fieldsOfTicket = initialFields({
    ...input,
    ...(triage === null ? step : firstStep(workflow, {}).step),
    triage,
    snoozedUntil,
    projectId: home.projectId,
    assigneeId,
    parentId,
    milestoneId,
  });
  return {
    ...fieldsOfTicket,
    fields: writeFieldValues(values),
    fieldKeys: listKeys(id, fields, values),
    id,
    home,
    homeId: home.homeId,
    number: null,
    importedBy: null,
    reporterId: scope.actor.userId,
    completedAt: completionAfter({ status: 'backlog', completedAt: null }, fieldsOfTicket.status, now),
    rank: rankAt(now, id),
    version: 1,
    createdAt: now,
    updatedAt: now,
    labelIds,
    checklist: newChecklist(id, input.checklist ?? [], now),
    criteria,
    criteriaProgress: formatProgress(criteria),
    shippedIn: null,
  };
}

const noTitle = { title: ['Title is required'] };
const noCounts = { commentCount: 0, attachmentCount: 0, timeLogCount: 0 };

type NumberedDraft = TicketDraft & typeof noCounts;

/** Inserts the tickets in order and returns them with the events to record. */
export async function insertDrafts(
  tx: Tx,
  scope: Scope,
  lookups: TicketLookups,
  drafts: TicketDraft[],
): Promise<{ events: BuiltEvent[]; tickets: NumberedDraft[] }> {
  for (const draft of drafts) {
    await lookups.assertMayAssign(draft.homeId, draft);
    await lookups.recordGuest(draft.homeId, draft.assigneeId);
  }
  for (const { projectId, ownStatusId } of drafts)
    if (ownStatusId !== null) await assertOwnStatusExists(tx, projectId, ownStatusId);
  for (const draft of drafts) {
    const { projectId, gates, place } = draft.home;
    const request = { actor: scope.actor, role: place?.role ?? null, projectId };
    await passGates(tx, request, { before: undefined, after: draft, gates, criteria: draft.criteria });
  }
  await insertTitleWords(tx, drafts);
  // Comes as late as possible, because it locks the counter row of the project, for which every other new ticket waits.
  const numbers = await numberTickets(tx, drafts);
  const tickets = drafts.map((draft, index) => ({
    ...draft,
    number: numbers[index] ?? null,
    ...noCounts,
  }));
  await insertTickets(tx, tickets);
  const events = tickets.flatMap((ticket) => {
    const placed = { ...ticket, ...ticket.home };
    const created = buildTicketEvent(scope, ticketCreated, placed, ticket.createdAt);
    if (ticket.assigneeId === null) return [created];
    return [created, buildTicketEvent(scope, ticketAssigned, placed, ticket.createdAt)];
  });
  return { events, tickets };
}
