import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { OtlpSettings } from './otlp-settings.ts';

/** At this many spans that wait to be sent, further ones are dropped: tracing must not take the memory of the server. */
const waitingMax = 4_096;
const textMax = 1_000;

export function newTracerProvider({
  url,
  headers,
  serviceName,
  version,
  ...sampling
}: OtlpSettings): TracerProvider {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: 5_000 });
  return new TracerProvider({
    sampler: newSampler(sampling),
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, maxQueueSize: waitingMax, scheduledDelayMillis: 2_000 }),
    ],
    spanLimits: { attributeValueLengthLimit: textMax },
  });
}

function newSampler({ sampler, ratio }: Pick<OtlpSettings, 'sampler' | 'ratio'>): Sampler {
  if (sampler.startsWith('parentbased_')) {
    const root = sampler.slice('parentbased_'.length) as OtlpSettings['sampler'];
    return new ParentBasedSampler({ root: newSampler({ sampler: root, ratio }) });
  }
  if (sampler === 'traceidratio') return new TraceIdRatioBasedSampler(ratio);
  return sampler === 'always_off' ? new AlwaysOffSampler() : new AlwaysOnSampler();
}
