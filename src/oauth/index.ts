export { challengeOf, issuerOf } from './issuer.ts';
export { sweepClients } from './register-client.ts';
export { addRoutes } from './routes.ts';
