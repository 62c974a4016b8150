/** Words of a software team, some of them not ASCII, as in real data. */
export const firstNames = [
  ...['Ada', 'Björn', 'Chiara', 'Daniel', 'Élodie', 'Farid', 'Grace', 'Hanna', 'İpek', 'João'],
  ...['Kenji', 'Łucja', 'Mateo', 'Nadia', 'Oksana', 'Priya', 'Quentin', 'Rósa', 'Søren', 'Tomáš'],
  ...['Uma', 'Viktor', 'Wanjiru', 'Ximena', 'Yusuf', 'Zoë', 'Aino', 'Bruno', 'Chen', 'Dilan'],
  ...['Emre', 'Fatima', 'Gustav', 'Hao', 'Ines', 'Jonas', 'Keiko', 'Lena', 'Miro', 'Noor'],
];
export const lastNames = [
  ...[
    'Lovelace',
    'Lindström',
    'Rossi',
    'Okafor',
    'Lefèvre',
    'Haddad',
    'Hopper',
    'Müller',
    'Yılmaz',
    'Araújo',
  ],
  ...[
    'Tanaka',
    'Wójcik',
    'García',
    'Petrova',
    'Kovalenko',
    'Sharma',
    'Dubois',
    'Jónsdóttir',
    'Kjær',
    'Novák',
  ],
  ...['Patel', 'Ivanov', 'Mwangi', 'Núñez', 'Demir', 'Visser', 'Virtanen', 'Ferreira', 'Wei', 'Kaya'],
  ...['Öztürk', 'Zahra', 'Berg', 'Nguyen', 'Costa', 'Weiß', 'Sato', 'Schmidt', 'Horvat', 'Bakker', 'O’Neill'],
];

export const projectNames: readonly (readonly [key: string, name: string, about: string])[] = [
  ['PAY', 'Payment Gateway', 'Cards, refunds and the ledger behind them.'],
  ['WEB', 'Web Shop', 'What customers see between the landing page and the thank-you page.'],
  ['MOB', 'Mobile App', 'The app for iOS and Android.'],
  ['OPS', 'Platform Operations', 'Clusters, deployments, on-call and cost.'],
  ['DATA', 'Data Warehouse', 'Events in, reports out.'],
  ['SRCH', 'Search', 'Indexing, ranking and everything people type into the box.'],
  ['AUTH', 'Identity', 'Sign-up, sign-in, sessions and permissions.'],
  ['DOCS', 'Documentation', 'Guides, reference and the examples in them.'],
  ['CRM', 'Customer Desk', 'What support works with all day.'],
  ['BILL', 'Billing', 'Plans, invoices and taxes.'],
  ['API', 'Public API', 'What partners build on.'],
  ['DSGN', 'Design System', 'Components, tokens and their accessibility.'],
  ['SHIP', 'Shipping', 'Labels, carriers and tracking.'],
  ['NTFY', 'Notifications', 'E-mail, push and in-app messages.'],
  ['L10N', 'Localisation', 'Übersetzungen, Zeitzonen und Währungen. 翻訳もここ。'],
  ['SEC', 'Security', 'Reviews, advisories and hardening.'],
];

export const labelNames: readonly (readonly [name: string, color: string])[] = [
  ['frontend', '#1f6feb'],
  ['backend', '#8250df'],
  ['database', '#bf8700'],
  ['accessibility', '#0a7d33'],
  ['performance', '#d4572a'],
  ['security', '#cf222e'],
  ['regression', '#a40e26'],
  ['customer', '#0969da'],
  ['good first issue', '#7057ff'],
  ['needs design', '#e85aad'],
  ['blocked', '#57606a'],
  ['tech debt', '#6e7781'],
  ['übersetzung', '#1b7c83'],
  ['観測性', '#953800'],
];

export const areas = [
  ...[
    'checkout',
    'sign-in',
    'password reset',
    'invoice export',
    'search box',
    'address form',
    'webhook queue',
  ],
  ...['import job', 'admin dashboard', 'nightly backup', 'rate limiter', 'file upload', 'calendar view'],
  ...['e-mail digest', 'refund flow', 'permission check', 'session cookie', 'currency rounding', 'audit log'],
  ...[
    'feature flag',
    'cache layer',
    'order history',
    'push notification',
    'CSV reader',
    'map tile',
    'release script',
  ],
];
export const symptoms = [
  ...['shows yesterday’s numbers after midnight', 'times out for accounts with more than 10,000 orders'],
  ...['loses the selection when the window is resized', 'answers 500 when the name holds “ß” or “ı”'],
  ...[
    'counts every entry twice after a retry',
    'flickers on slow connections',
    'ignores the time zone of the viewer',
  ],
  ...[
    'leaks a connection when the client goes away',
    'cannot be reached with the keyboard',
    'rounds 0,005 € down',
  ],
  ...['breaks the layout in Arabic and Hebrew', 'accepts a date that does not exist', 'hangs at 99 %'],
  ...['forgets the filter after going back', 'sends the same mail again', 'sorts “Émile” behind “Zoë”'],
];
export const verbs = [
  ...[
    'Document',
    'Move',
    'Upgrade',
    'Split',
    'Measure',
    'Clean up',
    'Write tests for',
    'Review',
    'Rotate keys of',
  ],
  ...['Add alerts to', 'Remove dead code from', 'Translate', 'Benchmark', 'Load-test'],
];
export const requestedActions = [
  ...[
    'undo the last step in',
    'share a link to',
    'export',
    'subscribe to changes of',
    'filter',
    'work offline in',
  ],
  ...['use a keyboard for', 'preview', 'schedule', 'comment on', 'pin', 'compare two versions of'],
];
export const improvements = [
  ...['twice as fast', 'readable on a phone', 'easier to understand for newcomers', 'cheaper to run'],
  ...[
    'consistent with the design system',
    'work without JavaScript',
    'survive a restart',
    'quieter in the logs',
  ],
];
export const themes = [
  ...[
    'Self-service onboarding',
    'Zero-downtime deployments',
    'Accessibility (WCAG 2.2)',
    'Internationalisation 🌍',
  ],
  ...[
    'Move to event sourcing',
    'Offline mode',
    'Single sign-on',
    'Partner marketplace',
    'GDPR & Datenschutz',
  ],
];
export const sentences = [
  'Support gets about three of these a week.',
  'It started with the last release; the one before was fine.',
  'We agreed in the planning that this comes before the redesign.',
  'The numbers are in the dashboard, second row.',
  'A workaround exists, but nobody outside the team knows it.',
  'Please keep the old behaviour behind the flag until the end of the quarter.',
  'Ce n’est pas urgent, mais ça gêne tout le monde.',
  'Größere Kunden fragen danach.',
  '日本のお客様からも報告がありました。',
  'Seen on Firefox and Safari, not on Chrome.',
  'The change should be small; the tests will not be.',
  'This touches the public interface, so it needs a line in the changelog.',
];
export const steps = [
  'Open the page as a user without permissions',
  'Enter a value of more than 200 characters',
  'Switch the language to Türkçe',
  'Go back with the browser’s button',
  'Wait for the session to expire',
  'Repeat it in a second tab at the same time',
];
export const remarks = [
  'I can reproduce this.',
  'Cannot reproduce on main, closing unless somebody sees it again.',
  'Fixed in the branch, review welcome.',
  'Looks good to me 👍',
  'Could we split this? The second half is a different problem.',
  'Blocked until the migration is through.',
  'Asked the customer for a log.',
  'Das liegt am Cache; ein Neustart hilft vorläufig.',
  'Deployed to staging, please have a look.',
  'Measured again: p95 went from 840 ms to 210 ms.',
  'I would rather not touch this before the release.',
  'Merci ! C’est bien mieux comme ça.',
  'Rolled back, it broke the nightly export.',
  'Here is what I found:\n\n```\nERROR deadlock detected\n  at commit (ledger.ts:118)\n```',
];
