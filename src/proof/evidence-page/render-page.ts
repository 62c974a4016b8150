import type { Inclusion } from '../../sealed-history/index.ts';
import type { ShownCriterion, ShownEvidence, ShownFile, SignedDocument } from './evidence-document.ts';
import { pagePolicy, pageStyle } from './page-style.ts';
import { describeStep, pageWords, type Words } from './page-words.ts';
import { type Level, readSteps } from './read-steps.ts';

export const dataOpening = '<script type="application/json" id="docket-evidence">';
export const dataClosing = '</script>';

/** Draws the page of the document, which it contains as data. The same document always gives the same bytes. */
export function renderPage(document: SignedDocument): string {
  const words = pageWords[document.language];
  const { ticket } = document;
  const name = ticket.key === null ? ticket.title : `${ticket.key} ${ticket.title}`;
  const page = new Page(document, words);
  // A browser reads no tag in data without a `<`.
  const data = JSON.stringify(document).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="${document.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(pagePolicy)}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${words.title}: ${escapeHtml(name)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
${page.head()}
${page.rail()}
${page.criteria()}
${page.otherEvidence()}
${page.links()}
${page.reviews()}
${page.forced()}
${page.seals()}
</main>
${dataOpening}${data}${dataClosing}
</body>
</html>
`;
}

const marks: Record<Level, string> = { good: '✓', part: '○', bad: '✕', none: '–' };

class Page {
  readonly #document: SignedDocument;
  readonly #words: Words;
  readonly #places: Map<string, { inclusion: Inclusion | null; isForgotten: boolean }>;

  constructor(document: SignedDocument, words: Words) {
    this.#document = document;
    this.#words = words;
    this.#places = new Map(
      document.events.map(({ event, inclusion }) => [
        event.id,
        { inclusion, isForgotten: isForgotten(event) },
      ]),
    );
  }

  head(): string {
    const { ticket, head, madeAt, origin } = this.#document;
    const { status, project, newestCommit, statuses, made } = this.#words;
    return `<h1>${ticket.key === null ? '' : `<span>${escapeHtml(ticket.key)}</span> `}${user(ticket.title)}</h1>
<p class="meta">${status}: ${statuses[ticket.status]}${ticket.project === null ? '' : ` · ${project}: ${user(ticket.project)}`} · ${newestCommit}: ${head === null ? '–' : `<code>${escapeHtml(head)}</code>`}</p>
<p class="meta">${escapeHtml(made(time(madeAt), origin))}</p>`;
  }

  /** The picture at one glance: the state of each step by shape and word. */
  rail(): string {
    const steps = readSteps(this.#document).map((step) => {
      const { title, state, detail } = describeStep(step, this.#words);
      const { level } = step;
      return `<li><b>${title}</b><span class="${level}"><span class="mark" aria-hidden="true">${marks[level]}</span> ${state}</span>${detail === '' ? '' : `<span>${detail}</span>`}</li>`;
    });
    return `<ol class="rail">${steps.join('')}</ol>`;
  }

  criteria(): string {
    const { criteria } = this.#document;
    const items = criteria.map((criterion) => this.#criterion(criterion));
    return this.#section(this.#words.steps.criteria, items, this.#words.noCriteria);
  }

  #criterion({ text, check, state, evidence: id, event }: ShownCriterion): string {
    const evidence = this.#document.evidence.find((one) => one.id === id);
    const value = check?.value == null ? '' : ` <code>${user(check.value)}</code>`;
    const checked =
      check === null ? '' : `${this.#words.checks[check.type] ?? escapeHtml(check.type)}${value} · `;
    const level = ({ open: 'none', shown: 'good', stale: 'part', failed: 'bad' } as const)[state];
    return `<div class="line">${this.#state(level, this.#words.states[state])}<span>${user(text)}</span></div><p class="by">${checked}${this.#place(event)}</p>${evidence ? this.#piece(evidence) : ''}`;
  }

  otherEvidence(): string {
    const { criteria, evidence } = this.#document;
    const shown = new Set(criteria.map((criterion) => criterion.evidence));
    const rest = evidence.filter(({ id }) => !shown.has(id)).map((one) => this.#piece(one));
    if (rest.length === 0 && evidence.length > 0) return '';
    return this.#section(this.#words.otherEvidence, rest, this.#words.noEvidence);
  }

  #piece(one: ShownEvidence): string {
    const { kinds, passed, failed, exitCode, agent: _, worker, at } = this.#words;
    const by = one.host ?? one.author;
    const facts = [
      kinds[one.kind],
      ...(one.check ? [`${user(one.check.name)} (${user(one.check.conclusion)})`] : []),
      ...(one.commit === null ? [] : [at(`<code>${escapeHtml(one.commit)}</code>`)]),
      ...(by === null ? [] : [user(by)]),
      ...(one.byTask ? [worker] : []),
      time(one.at),
      ...(one.exitCode === null ? [] : [exitCode(one.exitCode)]),
      this.#place(one.event),
    ];
    const url = one.url === null ? '' : `<p class="by">${user(one.url)}</p>`;
    return `<div class="piece"><div>${this.#state(one.passed ? 'good' : 'bad', one.passed ? passed : failed)} ${user(one.summary)}</div><p class="by">${facts.join(' · ')}</p>${url}${this.#tests(one)}${one.files.map((file) => this.#file(file)).join('')}</div>`;
  }

  #tests({ tests }: ShownEvidence): string {
    if (tests === null) return '';
    const names = tests.failing.map((name) => `<li>✕ ${user(name)}</li>`).join('');
    return `<p class="by">${this.#words.tests(tests.passed, tests.failed, tests.skipped)}</p>${names === '' ? '' : `<p class="by">${this.#words.failing}:</p><ul class="by">${names}</ul>`}`;
  }

  #file({ name, size, sha256, image, text }: ShownFile): string {
    const caption = `<p class="by">${user(name)} · ${this.#words.bytes(size)} · SHA-256 <code>${escapeHtml(sha256)}</code></p>`;
    const picture = image
      ? `<img alt="${escapeHtml(name)}" src="data:${escapeHtml(image.type)};base64,${escapeHtml(image.bytes)}">`
      : '';
    const cut = text && text.leftOut > 0 ? `\n${this.#words.cut(text.leftOut)}\n` : '';
    const shownText = text
      ? `<pre dir="auto">${escapeHtml(text.start)}${cut}${escapeHtml(text.end)}</pre>`
      : '';
    return `<figure>${caption}${picture}${shownText}</figure>`;
  }

  links(): string {
    const items = this.#document.links.map(
      ({ kind, repository, reference, title, state }) =>
        `<div class="line"><span>${this.#words.links[kind] ?? escapeHtml(kind)}</span><code>${user(reference)}</code><span>${user(title)}</span><span class="by">${user(repository)}${state === null ? '' : ` · ${escapeHtml(state)}`}</span></div>`,
    );
    return items.length === 0 ? '' : this.#section(this.#words.work, items, '');
  }

  reviews(): string {
    const { reasons, verdicts, counts, agent, at, noReviews } = this.#words;
    const items = this.#document.reviews.map((review) => {
      const level = review.counts ? (review.verdict === 'approve' ? 'good' : 'bad') : 'none';
      const facts = [
        ...(review.author === null ? [] : [user(review.author)]),
        ...(review.isAgent ? [agent] : []),
        review.reason === null ? counts : (reasons[review.reason] ?? escapeHtml(review.reason)),
        ...(review.commit === null ? [] : [at(`<code>${escapeHtml(review.commit)}</code>`)]),
        time(review.at),
        this.#place(review.event),
      ];
      return `<div class="line">${this.#state(level, verdicts[review.verdict])}${review.comment === null ? '' : `<span>${user(review.comment)}</span>`}</div><p class="by">${facts.join(' · ')}</p>`;
    });
    return this.#section(this.#words.reviews, items, noReviews);
  }

  forced(): string {
    const items = this.#document.forced.map(
      ({ by, at, reason, missing, event }) =>
        `<div class="line">${this.#state('bad', this.#words.forced)}<span>${user(reason)}</span></div><p class="by">${this.#words.missing}: ${missing.map(user).join('; ')}</p><p class="by">${user(this.#words.forcedBy(by))} · ${time(at)} · ${this.#place(event)}</p>`,
    );
    return items.length === 0 ? '' : this.#section(this.#words.forced, items, '');
  }

  seals(): string {
    const { seals, events, signature, leftOut } = this.#document;
    const words = this.#words;
    const newer = events.filter(({ inclusion }) => inclusion === null).length;
    const sealRows = seals.map(
      (seal) =>
        `<tr><td>${seal.number}</td><td>${time(seal.at)}</td><td><code>${escapeHtml(seal.root)}</code></td><td><code>${escapeHtml(seal.keyId)}</code></td><td><code>${escapeHtml(seal.signature)}</code></td></tr>`,
    );
    const eventRows = events.map(
      ({ event, inclusion }) =>
        `<tr><td>${escapeHtml(event.type)}<br><code>${escapeHtml(event.id)}</code></td><td>${time(event.occurredAt)}</td><td>${this.#place(event.id)}</td><td><code>${inclusion === null ? '–' : escapeHtml(inclusion.leaf)}</code></td></tr>`,
    );
    const table = (head: string[], rows: string[]) =>
      rows.length === 0
        ? ''
        : `<table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
    const hidden = leftOut.evidence + leftOut.reviews;
    return `<section><h2>${words.seals}</h2>${newer > 0 ? `<p class="by">${words.newer(newer)}</p>` : ''}${hidden > 0 ? `<p class="by">${words.leftOut(leftOut.evidence, leftOut.reviews)}</p>` : ''}
<p class="check">${escapeHtml(words.verify(signature.keyId))}</p>
<details><summary>${words.proofs}</summary>${table([words.seal, words.time, words.root, words.key, words.signature], sealRows)}${table([words.event, words.time, words.seal, words.hash], eventRows)}</details></section>`;
  }

  #section(title: string, items: string[], without: string): string {
    const body =
      items.length === 0
        ? `<p class="by">${without}</p>`
        : `<ul>${items.map((item) => `<li class="item">${item}</li>`).join('')}</ul>`;
    return `<section><h2>${title}</h2>${body}</section>`;
  }

  #state = (level: Level, word: string) =>
    `<span class="${level}"><span class="mark" aria-hidden="true">${marks[level]}</span> ${word}</span>`;

  /** Where an event stands in the seals. */
  #place(id: string | null): string {
    const { noEvent, unsealed, sealedIn, forgotten } = this.#words;
    const place = id === null ? undefined : this.#places.get(id);
    if (!place) return noEvent;
    if (!place.inclusion) return unsealed;
    const sealed = sealedIn(place.inclusion.number);
    return place.isForgotten ? `${sealed}, ${forgotten}` : sealed;
  }
}

const isForgotten = ({ data }: { data: unknown }) =>
  (data as { forgotten?: unknown } | null)?.forgotten === true;

const time = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Words of users keep their direction to themselves: those of a right-to-left text do not turn the line around. */
const user = (text: string) => `<bdi>${escapeHtml(text)}</bdi>`;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Also shows characters that reverse the order of letters as escapes: they would let a text look like another. */
const escapeHtml = (text: string) =>
  text
    .replace(/[&<>"']/g, (letter) => entities[letter] as string)
    .replace(
      /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
      (letter) => `\\u{${letter.charCodeAt(0).toString(16)}}`,
    );
