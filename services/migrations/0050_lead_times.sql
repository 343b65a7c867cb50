-- Days from the order of a product to its delivery: the overview of purchases tells until when it is bought (mock 21).
alter table product_definitions add column lead_time_days integer check (lead_time_days between 0 and 365);
