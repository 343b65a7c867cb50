-- The payment that a message tells of, so that its reader can undo it there (mock 28b) for as long as nothing else has changed in its document.
set local prumo.owner_access = 'on';
alter table assistant_messages
  add column undo_installment_id bigint,
  -- Version of the document after the payment.
  add column undo_version integer,
  add constraint assistant_messages_undo check ((undo_installment_id is null) = (undo_version is null)),
  add constraint assistant_messages_undo_payment check (undo_version is null or event = 'PAYMENT');
set local prumo.owner_access = '';
