-- The functions that keep the sums of results and of stages start from the rows of one statement, and look up what belongs to them
-- by key. PostgreSQL planned these joins again at every payment (2.1 of the 3.5 ms of the statement), because it takes an array of unknown
-- length for a long one. Each connection plans them once now, as if every table were large. An import is planned for its rows: a plan that
-- was made while the tables were empty may have taken another index of the account, and would read all of it for each row (decision 114).
-- A later version of such a function repeats this.
do $$
declare
  kept text;
  setting text;
  definition text;
  read constant text := 'gone := array(select before from before); end if;';
begin
  foreach kept in array array['keep_results_of_transactions', 'keep_results_of_installments', 'keep_results_of_apportionments',
                              'keep_results_of_shares', 'keep_stage_costs'] loop
    definition := pg_get_functiondef(kept::regproc);
    if position(read in definition) = 0 then raise exception '% has no rows of before', kept; end if;
    execute replace(definition, read, read || '
  if cardinality(came) + cardinality(gone) > 100 then
    set local plan_cache_mode = force_custom_plan;
    set local enable_seqscan = on;
    set local enable_hashjoin = on;
    set local enable_mergejoin = on;
  end if;');
    foreach setting in array array['plan_cache_mode = force_generic_plan', 'enable_seqscan = off', 'enable_hashjoin = off',
                                   'enable_mergejoin = off'] loop
      execute format('alter function %I() set %s', kept, setting);
    end loop;
  end loop;
end
$$;
