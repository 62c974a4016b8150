import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Context, Span, SpanKind } from '@opentelemetry/api';
import type { OtlpSettings } from './otlp-settings.ts';

export type SpanAttributes = Attributes;

/** A span that has begun. */
export interface OpenSpan {
  setAttributes(attributes: Attributes): void;
  /** `failure` is a word of ours, never the text of an error, which may contain values. */
  end(failure?: string): void;
}

export interface SpanOptions {
  kind?: 'internal' | 'server' | 'client';
  attributes?: Attributes;
  /** Recorded only when a span below it is not a plain read, so that idle polling leaves no traces. */
  isLazy?: boolean;
}

/** Traces of this process. The names of spans and attributes are ours; none has values that people entered. */
export interface Tracing {
  /** True if the calling code runs below a span, or may begin a trace. */
  readonly isInside: boolean;
  /** Begins a span for a request. `headers` may have the span of the caller (W3C `traceparent`). */
  startRequest(name: string, headers: Record<string, unknown>, attributes: Attributes): TracedRequest;
  /** Runs the work below a new span, which ends with it. */
  span<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T>;
  /** Sends the waiting spans. */
  close(): Promise<void>;
}

export interface TracedRequest extends OpenSpan {
  /** Runs the callback below the span. */
  run(work: () => void): void;
}

/** The parent of a span: a span, or one that is begun on demand. */
interface Parent {
  context: () => Context;
  isBegun: () => boolean;
}

/** Imports the SDK, so it is called only if traces are configured. */
export async function openTracing(settings: OtlpSettings): Promise<Tracing> {
  const api = await import('@opentelemetry/api');
  const { newTracerProvider } = await import('./tracer-provider.ts');
  const provider = newTracerProvider(settings);
  const tracer = provider.getTracer('docket');
  const parents = new AsyncLocalStorage<Parent>();
  const kinds: Record<NonNullable<SpanOptions['kind']>, SpanKind> = {
    internal: api.SpanKind.INTERNAL,
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
  };
  const below = (context: Context, span: Span): Parent => {
    const own = api.trace.setSpan(context, span);
    return { context: () => own, isBegun: () => true };
  };
  const end = (span: Span, failure?: string) => {
    if (failure !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR, message: failure });
    span.end();
  };
  const begin = (
    name: string,
    { kind = 'internal', attributes = {} }: SpanOptions,
    { context = parents.getStore()?.context() ?? api.ROOT_CONTEXT, startTime = now() } = {},
  ) => ({ context, span: tracer.startSpan(name, { kind: kinds[kind], attributes, startTime }, context) });

  /** The top of its trace. Begun by the first span below it, or by a failure, with the time at which the work began. */
  const lazySpan = async <T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> => {
    const startTime = now();
    let begun: { context: Context; span: Span } | undefined;
    const beginNow = () => {
      if (!begun) {
        const { context, span } = begin(name, options, { context: api.ROOT_CONTEXT, startTime });
        begun = { context: api.trace.setSpan(context, span), span };
      }
      return begun;
    };
    const parent = { context: () => beginNow().context, isBegun: () => begun !== undefined };
    try {
      const value = await parents.run(parent, work);
      if (begun) end(begun.span);
      return value;
    } catch (error) {
      end(beginNow().span, errorName(error));
      throw error;
    }
  };

  return {
    get isInside() {
      return parents.getStore()?.isBegun() === true;
    },
    startRequest: (name, headers, attributes) => {
      const remote = readTraceParent(headers.traceparent);
      const context = remote
        ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...remote, isRemote: true })
        : api.ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: api.SpanKind.SERVER, attributes }, context);
      const parent = below(context, span);
      return {
        setAttributes: (more) => void span.setAttributes(more),
        end: (failure) => end(span, failure),
        run: (work) => parents.run(parent, work),
      };
    },
    span: async (name, options, work) => {
      if (options.isLazy) return lazySpan(name, options, work);
      const { context, span } = begin(name, options);
      try {
        const value = await parents.run(below(context, span), work);
        end(span);
        return value;
      } catch (error) {
        end(span, errorName(error));
        throw error;
      }
    },
    close: () => provider.shutdown(),
  };
}

/** The time in the form of the SDK: milliseconds since 1970, by the monotonic clock. */
const now = () => performance.timeOrigin + performance.now();

/** Messages of errors may have values; names and codes do not. */
const errorName = (error: unknown): string => (error instanceof Error ? error.constructor.name : 'Error');

const traceParentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** `00-<trace id>-<span id>-<flags>` of the W3C; anything else begins a trace of its own. */
function readTraceParent(header: unknown) {
  const [, traceId = '', spanId = '', flags = ''] = traceParentPattern.exec(String(header)) ?? [];
  if (traceId === '' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
}
