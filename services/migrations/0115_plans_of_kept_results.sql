-- The functions that keep the sums of results and of stages start from the rows of one statement, and look up what belongs to them
-- by key. PostgreSQL planned these joins again at every payment (2.1 of the 3.5 ms of the statement), because it takes an array of unknown
-- length for a long one. Each connection plans them once now, as if every table were large, so that the plan stays right while they grow.
-- A later version of such a function repeats these settings (decision 114).
do $$
declare
  kept text;
  setting text;
begin
  foreach kept in array array['keep_results_of_transactions', 'keep_results_of_installments', 'keep_results_of_apportionments',
                              'keep_results_of_shares', 'keep_stage_costs'] loop
    foreach setting in array array['plan_cache_mode = force_generic_plan', 'enable_seqscan = off', 'enable_hashjoin = off',
                                   'enable_mergejoin = off'] loop
      execute format('alter function %I() set %s', kept, setting);
    end loop;
  end loop;
end
$$;
