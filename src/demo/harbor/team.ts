/** The people of the demo. Their e-mail domain is reserved for examples, so no mail ever reaches anybody. */
export const people = {
  mara: { name: 'Mara Lindqvist', email: 'mara@harbor.example', role: 'admin' },
  jonas: { name: 'Jonas Okafor', email: 'jonas@harbor.example', role: 'member' },
  priya: { name: 'Priya Raman', email: 'priya@harbor.example', role: 'member' },
  tomas: { name: 'Tomás Vidal', email: 'tomas@harbor.example', role: 'member' },
} as const;

export const agents = {
  pilot: { name: 'Pilot' },
  scribe: { name: 'Scribe' },
} as const;

export const project = {
  name: 'Harbor',
  key: 'HAR',
  description: 'Guest berths for small harbours: booking, tides, quay map and invoices.',
};

export const labels = [
  ['booking', '#3b82f6'],
  ['payments', '#8b5cf6'],
  ['quay map', '#14b8a6'],
  ['tides', '#0ea5e9'],
  ['mobile', '#f59e0b'],
  ['api', '#64748b'],
  ['design', '#ec4899'],
  ['accessibility', '#22c55e'],
  ['performance', '#f97316'],
  ['security', '#ef4444'],
  ['docs', '#84cc16'],
  ['harbour request', '#eab308'],
] as const;

/** Two weeks each, in days from now. The fourth is the current one. */
export const cycles = [
  { name: 'Cycle 1', from: -51, to: -38 },
  { name: 'Cycle 2', from: -37, to: -24 },
  { name: 'Cycle 3', from: -23, to: -10 },
  { name: 'Cycle 4', from: -9, to: 4 },
  { name: 'Cycle 5', from: 5, to: 18 },
] as const;

export const milestone = { name: 'Season opening', to: 46 } as const;
export const list = { name: 'Ideas' } as const;
