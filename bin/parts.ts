// What `npm start` imports while its database starts.
export { openGateway } from './gatewayPart.ts';
export { openServices } from './servicesPart.ts';
