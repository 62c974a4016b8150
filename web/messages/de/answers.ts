import { reasons } from './reasons.ts';
import { type SentenceTable, translateSentence } from './translate-sentence.ts';

/** Objects of `"mayNot"` with sentences in them. */
const reasonsInJson = /"mayNot":\{(?:"\w+":"(?:[^"\\]|\\.)*",?)+\}/g;

/**
 * The error with which a job ended, in an answer about the job, the problem of a condition that is being typed, why a task
 * is held, or why a comment wakes an agent or not.
 */
const problemsInJson =
  /"(?:error":\{"code":"\w+","message|problem":\{"from":\d+,"to":\d+,"message|heldReason|wakes":(?:true|false),"reason)":("(?:[^"\\]|\\.)*")/g;

/** Translates the refusals and reasons in an answer of the API to German; the server has English only. */
export async function answerInGerman(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  if (!headers.get('content-type')?.startsWith('application/json')) return response;
  const text = await response.text();
  const path = response.url && new URL(response.url).pathname;
  if (status === 200 && feeds.includes(path))
    return new Response(await translateFeed(text, path), { status, statusText, headers });
  if (status < 300 && importPath.test(path)) {
    const { reportInGerman } = await import('./import-report.ts');
    return new Response(reportInGerman(await translateProblems(text)), { status, statusText, headers });
  }
  const answer = status >= 400 ? await translateError(text) : await translateProblems(translateReasons(text));
  return new Response(answer, { status, statusText, headers });
}

/** Imports, whose reports are sentences. */
const importPath = /\/imports(?:\/[^/]+)?$/;

/** The answers whose sentences tell what happened. */
const feeds = ['/api/user/notifications', '/api/user/activity'];

async function translateFeed(json: string, path: string): Promise<string> {
  try {
    const { feedInGerman } = await import('./feeds.ts');
    return feedInGerman(json, path);
  } catch {
    return json;
  }
}

/** Does the same for data that was read before the language was known. */
export const dataInGerman = <Data>(data: Data): Data => JSON.parse(translateReasons(JSON.stringify(data)));

const translateReasons = (json: string) =>
  json.replaceAll(reasonsInJson, (found) => {
    const given = JSON.parse(`{${found}}`) as { mayNot: Record<string, string> };
    const mayNot = Object.entries(given.mayNot).map(([name, reason]) => [name, translated(reasons, reason)]);
    return JSON.stringify({ mayNot: Object.fromEntries(mayNot) }).slice(1, -1);
  });

async function translateProblems(json: string): Promise<string> {
  if (json.search(problemsInJson) === -1) return json;
  try {
    const { serverSentences } = await import('./server.ts');
    return json.replaceAll(problemsInJson, (found, message: string) =>
      found.replace(message, () =>
        JSON.stringify(translated(serverSentences, JSON.parse(message) as string)),
      ),
    );
  } catch {
    return json;
  }
}

interface ErrorBody {
  error: { message: string; details?: Record<string, (string | { text: string })[]> };
}

async function translateError(json: string): Promise<string> {
  try {
    const body = JSON.parse(json) as ErrorBody;
    const { message, details } = body.error;
    const { serverSentences } = await import('./server.ts');
    const inGerman = (sentence: string) => translated(serverSentences, sentence);
    const fields = Object.entries(details ?? {}).map(([field, problems]) => [
      field,
      problems.map((one) => (typeof one === 'string' ? inGerman(one) : { ...one, text: inGerman(one.text) })),
    ]);
    const error = {
      ...body.error,
      message: inGerman(message),
      ...(details && { details: Object.fromEntries(fields) }),
    };
    return JSON.stringify({ ...body, error });
  } catch {
    // Not an error of Docket, or the translations cannot be loaded: better in English than not at all.
    return json;
  }
}

const translated = (table: SentenceTable, sentence: string) => translateSentence(table, sentence) ?? sentence;
