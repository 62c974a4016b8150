import type { Operations } from '../../../sdk/index.ts';
import type { PersonName } from './team.ts';

type NewTicket = NonNullable<Operations['createTicket']['body']>;

/** What a ticket of the team is like when the test starts. */
export interface PlannedTicket {
  title: string;
  status: NonNullable<NewTicket['status']>;
  type?: NewTicket['type'];
  priority?: NewTicket['priority'];
  assignee?: PersonName;
  labels?: string[];
  /** Days from today. */
  due?: number;
  inSprint?: boolean;
  parent?: string;
  description?: string;
}

const webhookText = `Customers whose receiver answers slowly get the same event twice.

## Steps

1. Register a receiver that waits 20 s.
2. Capture a payment of **12,00 €**.
3. Two deliveries with the same \`id\` arrive.

\`\`\`ts
if (delivery.attempt > 1) await waitFor(delivery.lease);
\`\`\`

- [x] Reproduced with the sandbox
- [ ] Fixed in the queue

See the [retry rules](https://example.org/retries).`;

export const ticketsOfPayments: PlannedTicket[] = [
  {
    title: 'Refunds in several currencies',
    status: 'in_progress',
    type: 'EPIC',
    priority: 'high',
    assignee: 'ada',
    due: 21,
  },
  {
    title: 'Webhook retries send some events twice',
    status: 'in_progress',
    type: 'BUG',
    priority: 'highest',
    assignee: 'ben',
    labels: ['api'],
    due: -1,
    inSprint: true,
    description: webhookText,
  },
  {
    title: 'Card form loses its input after an error',
    status: 'in_progress',
    type: 'BUG',
    priority: 'high',
    assignee: 'ada',
    labels: ['design'],
    due: 2,
    inSprint: true,
  },
  {
    title: 'Show the exchange rate on the receipt',
    status: 'in_review',
    type: 'FEATURE',
    priority: 'medium',
    assignee: 'chiara',
    inSprint: true,
    parent: 'Refunds in several currencies',
  },
  {
    title: 'Round refunds to the smallest unit of the currency',
    status: 'done',
    type: 'TASK',
    priority: 'high',
    assignee: 'ada',
    inSprint: true,
    parent: 'Refunds in several currencies',
  },
  {
    title: 'Store the currency with every ledger entry',
    status: 'done',
    type: 'TASK',
    priority: 'medium',
    assignee: 'ben',
    parent: 'Refunds in several currencies',
  },
  {
    title: 'Let support refund a part of a payment',
    status: 'todo',
    type: 'FEATURE',
    priority: 'medium',
    assignee: 'ada',
    due: 6,
    inSprint: true,
    parent: 'Refunds in several currencies',
  },
  {
    title: 'Rotate the signing keys without a restart',
    status: 'in_review',
    type: 'IMPROVEMENT',
    priority: 'high',
    assignee: 'ben',
    labels: ['security'],
    due: 1,
    inSprint: true,
  },
  {
    title: 'Überweisungen mit Umlauten im Verwendungszweck schlagen fehl',
    status: 'todo',
    type: 'BUG',
    priority: 'high',
    assignee: 'ben',
    due: 3,
    inSprint: true,
  },
  {
    title: 'Make the settlement report faster',
    status: 'todo',
    type: 'IMPROVEMENT',
    priority: 'medium',
    assignee: 'chiara',
    labels: ['api'],
    due: 9,
  },
  {
    title: 'Document the error codes of the capture endpoint',
    status: 'todo',
    type: 'TASK',
    priority: 'low',
    labels: ['api', 'good first ticket'],
  },
  {
    title: 'Send a receipt in the language of the customer',
    status: 'todo',
    type: 'FEATURE',
    priority: 'medium',
    due: 12,
  },
  {
    title: 'Remove the old checkout page',
    status: 'backlog',
    type: 'TASK',
    priority: 'lowest',
    labels: ['good first ticket'],
  },
  { title: 'Accept Wero and Bizum', status: 'backlog', type: 'FEATURE', priority: 'medium' },
  {
    title: 'Warn before a certificate of a provider expires',
    status: 'backlog',
    type: 'IMPROVEMENT',
    priority: 'high',
    labels: ['security'],
  },
  {
    title: 'Explain declined cards in words that customers understand',
    status: 'backlog',
    type: 'IMPROVEMENT',
    priority: 'medium',
    labels: ['design'],
  },
  {
    title:
      'A very long title that somebody pasted from a mail, with an address such as https://example.org/orders/2026/11/15/0f8fad5b-d9cb-469f-a165-70867728950e and no full stop',
    status: 'backlog',
    type: 'BUG',
    priority: 'low',
  },
  { title: 'Split the ledger by month', status: 'backlog', type: 'TASK', priority: 'low' },
  {
    title: 'Test card numbers are accepted in production',
    status: 'done',
    type: 'BUG',
    priority: 'highest',
    assignee: 'ben',
    labels: ['security'],
  },
  {
    title: 'Add a health check for the card network',
    status: 'done',
    type: 'TASK',
    priority: 'medium',
    assignee: 'chiara',
  },
  {
    title: 'Keep the cart when the session expires',
    status: 'done',
    type: 'BUG',
    priority: 'medium',
    assignee: 'ada',
  },
  {
    title: 'Log the reason of every refused payment',
    status: 'done',
    type: 'IMPROVEMENT',
    priority: 'low',
    assignee: 'chiara',
  },
  { title: 'Update the tax rates for 2027', status: 'done', type: 'TASK', priority: 'high', assignee: 'ada' },
  { title: 'Support cheques', status: 'cancelled', type: 'FEATURE', priority: 'lowest' },
];

export const ticketsOfDocs: PlannedTicket[] = [
  {
    title: 'Write the guide for the first payment',
    status: 'in_progress',
    type: 'TASK',
    priority: 'high',
    assignee: 'ben',
    due: 4,
  },
  {
    title: 'Screenshots show the old design',
    status: 'todo',
    type: 'BUG',
    priority: 'low',
    assignee: 'ada',
    labels: ['design'],
  },
  {
    title: 'Explain idempotency keys with an example',
    status: 'backlog',
    type: 'TASK',
    priority: 'medium',
    labels: ['api'],
  },
  { title: 'Translate the reference into German', status: 'backlog', type: 'FEATURE', priority: 'low' },
  {
    title: 'Fix the broken links in the changelog',
    status: 'done',
    type: 'TASK',
    priority: 'medium',
    assignee: 'ben',
  },
];
