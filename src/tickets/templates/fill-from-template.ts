import { invalid } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { NewTicket } from '../ticket-input.ts';
import type { TicketLookups } from '../ticket-lookups.ts';
import { fillFrom, withoutStale } from './ticket-content.ts';

/** Fills the gaps of the input from a template. Without a project, that of the template is used. */
export async function fillFromTemplate(
  lookups: TicketLookups,
  input: NewTicket,
  ref: string,
): Promise<NewTicket> {
  const byId = isId(ref) ? await lookups.template(ref) : undefined;
  const home = await lookups.home(input.projectId ?? byId?.projectId, input.workspaceId);
  const byName = byId || home.projectId === null ? undefined : lookups.templateNamed(home.projectId, ref);
  const template = byId ?? (await byName);
  if (template?.projectId !== home.projectId)
    throw invalid({ template: ['Template does not exist in this project'] });
  const content = await withoutStale(lookups, home, template.content);
  return fillFrom(content, { ...input, projectId: home.projectId });
}
