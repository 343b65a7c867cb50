import { Type } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Id } from '../../platform/shapes.ts';
import { Order, OrderAttachment } from './orders.rest.ts';

const delivery = '/api/v1/purchase/company/:companyId/order/:id/deliveries/:deliveryId';
const ofDelivery = Type.Object({ companyId: Id, id: Id, deliveryId: Id });
const ofFile = Type.Object({ ...ofDelivery.properties, attachmentId: Id });

/** Photos and scans of what came with a delivery: its signed stub, the goods. They are deleted with it. */
export const deliveryFileEndpoints = {
  attach: endpoint({
    method: 'POST',
    path: `${delivery}/attachments`,
    summary: 'Adds a photo or a scan to a delivery (part "file": JPEG, PNG, WebP or PDF, 10 MiB; at most 5)',
    params: ofDelivery,
    bodyKind: 'multipart',
    answer: OrderAttachment,
  }),
  file: endpoint({
    method: 'GET',
    path: `${delivery}/attachments/:attachmentId`,
    summary: 'Content of a photo or scan of a delivery',
    params: ofFile,
    answer: Type.Unknown(),
    bare: true,
  }),
  detach: endpoint({
    method: 'DELETE',
    path: `${delivery}/attachments/:attachmentId`,
    summary: 'Deletes a photo or scan of a delivery',
    params: ofFile,
    answer: Order,
  }),
};
