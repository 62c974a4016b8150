export { type OtlpSettings, parseOtlpHeaders, samplers } from './otlp-settings.ts';
export { openTracing, type SpanAttributes, type TracedRequest, type Tracing } from './tracing.ts';
