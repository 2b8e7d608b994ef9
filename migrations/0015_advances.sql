-- A return paid before the sale of its cask is an advance on it: what is taken off goes back to where returns come from.
INSERT INTO transfer_reasons (name) VALUES ('exit-advance');
--> statement-breakpoint
CREATE TRIGGER transfers_sale_within_net AFTER INSERT ON transfers
WHEN NEW.reason IN ('cask-sale', 'provider-buy-back') AND (SELECT sum(amount) FROM transfers WHERE refers_to = NEW.refers_to AND reason IN ('cask-sale', 'provider-buy-back'))
  > (SELECT max(exits.net_per_stake_cents - (SELECT coalesce(sum(advances.amount_cents), 0) FROM withdrawals AS advances
      WHERE advances.stake_id = stakes.id AND advances.state NOT IN ('rejected', 'cancelled')), 0)
    FROM stakes JOIN cask_exits AS exits ON exits.cask_id = stakes.cask_id AND exits.state <> 'withdrawn' AND exits.state IN ('confirmed', 'done')
    WHERE stakes.id = substr(NEW.refers_to, 7))
BEGIN SELECT RAISE(ABORT, 'a stake brings its holder no more than its net'); END;
