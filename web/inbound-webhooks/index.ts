export { InboundDeliveries } from './inbound-deliveries.tsx';
export { InboundDelivery } from './inbound-delivery.tsx';
export { SecretsSection } from './secrets-section.tsx';
export { TokensSection } from './tokens-section.tsx';
export { TriggersSection } from './triggers-section.tsx';
