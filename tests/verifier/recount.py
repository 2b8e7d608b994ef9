"""Checks daily audits that were kept in a folder: python3 recount.py FOLDER. Written from docs/audit-format.md alone, with the standard
library alone. That has no Ed25519: who signed a day is not checked. Nor are the files of certificates, wallets and ended casks.
Prints PASS, or FAIL with date and field of the first thing that is wrong in each day, and exits with 0 or 1."""
import datetime, hashlib, json, pathlib, re, sys

Wrong = type("Wrong", (Exception,), {})
def must(is_right, field):
    if not is_right:
        raise Wrong(field)
canonical = lambda value: json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
like = lambda pattern: lambda value: isinstance(value, str) and re.fullmatch(pattern, value, re.A | re.S) is not None

def is_date(value):
    try:
        return like(r"\d{4}-\d\d-\d\d")(value) and datetime.date.fromisoformat(value) is not None
    except ValueError:
        return False
is_sorted = lambda keys: all(a < b for a, b in zip(keys, keys[1:]))
fields = lambda kind, names, **more: {**dict.fromkeys(names.split(), kind), **more}
maybe = lambda kind: lambda value: value is None or kind(value)
number = lambda value: type(value) is int and abs(value) < 10**15
count = lambda value: number(value) and value >= 0
text, words, sha256, mark = like(".*"), like(".+"), like("[0-9a-f]{64}"), maybe(like("[0-9a-f]{12}"))
time, RESULT = like(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"), dict(result=like("PASS|FAIL"), reason=maybe(words))
DOCUMENT = fields(words, "kind issuer", issued_on=maybe(is_date), expires_on=maybe(is_date), sha256=sha256)
VALUATION = fields(text, "method source tier", id=words, value_cents=count, valued_on=is_date, supersedes=maybe(words))
STATES = "issued reserved free void"
CASK = fields(number, f"total {STATES} certificates_valid", id=words, name=words, list_sha256=sha256, **RESULT,
              ended_on=maybe(is_date), documents=[DOCUMENT], valuations=[VALUATION])
OWED_PARTS = "cask_proceeds_cents rewards_pending_cents unsettled_cents wallets_cents withdrawals_open_cents"
MONEY = fields(number, f"{OWED_PARTS} held_cents owed_cents", **RESULT)
COUNT = fields(maybe(count), "issued accepted declined", list_sha256=maybe(sha256),
               result=maybe(like("accepted|refused|expired")))
RULE = fields(lambda value: count(value) and 1 <= value <= 99, "accepted_parts accepted_whole voted_parts voted_whole")
BID = fields(words, "id cask_id bidder_kind", opened_at=time, closes_at=time, withdrawn_at=maybe(time), rule=RULE,
             letter_sha256=sha256, **fields(count, "stakes gross_cents fees_cents net_per_stake_cents"), **COUNT)
RESALE = dict(cask_id=words, fee_cents=count, price_cents=lambda value: count(value) and value > 0, valued_cents=maybe(count))
DAY = dict(RESULT, bids=[BID], casks=[CASK], resales=[RESALE], certificates=dict(count=count, root=sha256), date=is_date, hash=sha256,
           ledger_head=sha256, ledger_rows=count, money=MONEY, owed=fields(count, "cents wallets", root=sha256),
           previous_date=maybe(is_date), previous_hash=maybe(sha256), signature=like("[A-Za-z0-9+/]{86}=="),
           version=lambda value: count(value) and value == 1)
LIST = dict(cask_id=words, stakes=[dict(mark=mark, number=count, state=like("issued|free|void"))], total=count)
VOTES = dict(bid_id=words, stakes=[dict(choice=maybe(like("accept|decline")), mark=mark)])

def fit(value, kind, field=""):
    if callable(kind):
        must(kind(value), field)
    elif isinstance(kind, list):
        must(isinstance(value, list), field)
        for at, one in enumerate(value):
            fit(one, kind[0], f"{field}[{one.get('id', one.get('number', at)) if isinstance(one, dict) else at}]")
    else:
        must(isinstance(value, dict), field or "file")
        for key in sorted({*kind, *value}):
            below = f"{field}.{key}" if field else key
            must(key in kind and key in value, below)
            fit(value[key], kind[key], below)

def read(raw, kind):
    try:
        value = json.loads(raw.decode())
        is_canonical = canonical(value) == raw
    except (ValueError, RecursionError):
        raise Wrong("file") from None
    fit(value, kind)
    must(is_canonical, "file")
    return value

def check_result(of, field):
    must((of["result"] == "FAIL") == (of["reason"] is not None), f"{field}.reason")
    return of["result"] == "PASS"

def check_cask(cask, field, date):
    if check_result(cask, field):
        for name in f"total {STATES} certificates_valid".split():
            must(cask[name] >= 0, f"{field}.{name}")
        must(sum(cask[name] for name in STATES.split()) == cask["total"], f"{field}.issued")
        must(cask["certificates_valid"] <= cask["issued"] + cask["void"], f"{field}.certificates_valid")
    values, ids = cask["valuations"], {value["id"] for value in cask["valuations"]}
    for value in values:
        must(value["tier"] == "issue" or value["valued_on"] <= date, f"{field}.valuations[{value['id']}].valued_on")
        must(value["supersedes"] in {None, *ids} - {value["id"]}, f"{field}.valuations[{value['id']}].supersedes")
    must(len(ids) == len(values) and is_sorted([(value["valued_on"], value["id"]) for value in values]), f"{field}.valuations")
    papers = [(paper["kind"], paper["issued_on"] or "", paper["sha256"]) for paper in cask["documents"]]
    for at, (_, issued_on, _) in enumerate(papers):
        must(issued_on <= date, f"{field}.documents[{at}].issued_on")
    must(papers == sorted(papers), f"{field}.documents")
    must((cask["ended_on"] or "") <= date, f"{field}.ended_on")

def check_bid(bid, field, date):
    rule, end = bid["rule"], f"{date}T~"
    must(rule["accepted_parts"] <= rule["accepted_whole"], f"{field}.rule.accepted_parts")
    must(rule["voted_parts"] <= rule["voted_whole"], f"{field}.rule.voted_parts")
    must(bid["fees_cents"] <= bid["gross_cents"], f"{field}.fees_cents")
    net = (bid["gross_cents"] - bid["fees_cents"]) // max(1, bid["stakes"])
    must(bid["stakes"] > 0 and net == bid["net_per_stake_cents"], f"{field}.net_per_stake_cents")
    must(bid["opened_at"] < bid["closes_at"], f"{field}.closes_at")
    must(bid["opened_at"] < end, f"{field}.opened_at")
    must(bid["opened_at"] <= (bid["withdrawn_at"] or bid["opened_at"]) < end, f"{field}.withdrawn_at")
    for name in COUNT:
        must((bid[name] is None) == (bid["result"] is None), f"{field}.{name}")
    if bid["result"] is not None:
        must(bid["closes_at"] < end, f"{field}.result")
        accepted, issued, voted = bid["accepted"], bid["issued"], bid["accepted"] + bid["declined"]
        must(voted <= issued, f"{field}.accepted")
        is_expired = voted == 0 or voted * rule["voted_whole"] < issued * rule["voted_parts"]
        is_accepted = accepted * rule["accepted_whole"] >= voted * rule["accepted_parts"]
        must(bid["result"] == ("expired" if is_expired else "accepted" if is_accepted else "refused"), f"{field}.result")

def check_resale(resale, field, casks):
    price, value, cask = resale["price_cents"], resale["valued_cents"], casks.get(resale["cask_id"])
    must(cask is not None, f"{field}.cask_id")
    must(resale["fee_cents"] < 2 * price, f"{field}.fee_cents")
    if value is not None:
        must(value in [one["value_cents"] for one in cask["valuations"]], f"{field}.valued_cents")
        must(value <= 2 * price and 10 * price <= 11 * value, f"{field}.price_cents")

def check_day(day, date):
    money = day["money"]
    must(day["date"] == date, "date")
    must((day["previous_date"] or "") < date, "previous_date")
    must((day["previous_date"] is None) == (day["previous_hash"] is None), "previous_hash")
    for part, check in [("casks", check_cask), ("bids", check_bid)]:
        for one in day[part]:
            check(one, f"{part}[{one['id']}]", date)
        must(is_sorted([one["id"] for one in day[part]]), part)
    for at, resale in enumerate(day["resales"]):
        check_resale(resale, f"resales[{at}]", {one["id"]: one for one in day["casks"]})
    if check_result(money, "money"):
        must(money["owed_cents"] == sum(money[name] for name in OWED_PARTS.split()), "money.owed_cents")
        must(money["held_cents"] >= money["owed_cents"], "money.held_cents")
        must(day["owed"]["cents"] <= money["wallets_cents"], "owed.cents")
    must(day["result"] == "FAIL" or day["reason"] is None, "reason")
    must(day["result"] == "FAIL" or all(one["result"] == "PASS" for one in [money, *day["casks"]]), "result")
    rest = {name: value for name, value in day.items() if name not in ("hash", "signature")}
    must(hashlib.sha256(canonical(rest)).hexdigest() == day["hash"], "hash")

def stays(before, now, field, but=()):
    for name in sorted({*before} - {*but}):
        must(before[name] == now[name], f"{field}.{name}")

def check_follows(before, day, listed):
    for name in ["date", "hash"]:
        must(day[f"previous_{name}"] == before[name], f"previous_{name}")
    must(day["ledger_rows"] >= before["ledger_rows"], "ledger_rows")
    must((day["ledger_rows"] == before["ledger_rows"]) == (day["ledger_head"] == before["ledger_head"]), "ledger_head")
    casks, bids = ({one["id"]: one for one in day[part]} for part in ["casks", "bids"])
    for bid in before["bids"]:
        must(bid["id"] in bids, f"bids[{bid['id']}]")
        stays(bid, bids[bid["id"]], f"bids[{bid['id']}]", [name for name in [*COUNT, "withdrawn_at"] if bid[name] is None])
    for cask in before["casks"]:
        must(cask["issued"] == 0 or cask["id"] in casks, f"casks[{cask['id']}]")
    for id, now in casks.items():
        cask, field = listed.get(id, now), f"casks[{id}]"
        stays({name: cask[name] for name in ["name", "total"] if cask["issued"] and now["issued"]}, now, field)
        must(cask["ended_on"] in (None, now["ended_on"]), f"{field}.ended_on")
        for part in ["valuations", "documents"]:
            must(all(one in now[part] for one in cask[part]), f"{field}.{part}")

def check_list(files, date, part, of):
    at, is_bid = f"{part}[{of['id']}].list", part == "bids"
    raw = files.get(of["list_sha256"]) or files.get(f"{date}/{of['id']}") or b""
    must(hashlib.sha256(raw).hexdigest() == of["list_sha256"], f"{at}_sha256")
    listed = read(raw, VOTES if is_bid else LIST)
    stakes = listed["stakes"]
    must(listed["bid_id" if is_bid else "cask_id"] == of["id"], at)
    marks = [stake["mark"] for stake in stakes if stake["mark"] is not None]
    must(len({*marks}) == len(marks), at)
    how_many = lambda name, *values: [sum(stake[name] == value for stake in stakes) for value in values]
    if is_bid:
        keys = [(stake["mark"] is None, stake["mark"] or stake["choice"] or "none") for stake in stakes]
        must(keys == sorted(keys) and len(keys) <= of["stakes"], at)
        counts = [len(stakes), *how_many("choice", "accept", "decline")]
        told = [of["issued"], of["accepted"], of["declined"]]
    else:
        must([stake["number"] for stake in stakes] == [*range(1, len(stakes) + 1)], at)
        must(all(stake["mark"] is None for stake in stakes if stake["state"] == "free"), at)
        counts = [listed["total"], len(stakes), *how_many("state", "issued", "free", "void")]
        told = [of["total"], of["total"], of["issued"], of["free"] + of["reserved"], of["void"]]
    must(of["result"] == "FAIL" or counts == told, at)

def recount(folder):
    files, listed, wrong, before = {}, {}, [], None
    for path in pathlib.Path(folder).rglob("*.json"):
        files[path.stem] = files[f"{path.parent.name}/{path.stem}"] = path.read_bytes()
    dates = sorted(filter(is_date, files))
    def told(date, check, *given):
        try:
            return check(*given)
        except Wrong as error:
            wrong.append(f"FAIL {date} {error}")
    def one_day(date):
        day = read(files[date], DAY)
        check_day(day, date)
        must(date != dates[-1] or files.get("latest", files[date]) == files[date], "file")
        must(date != dates[0] or day["previous_date"] is None, "previous_date")
        return day
    for date in dates:
        day = told(date, one_day, date)
        if day and before:
            told(date, check_follows, before, day, listed)
        listed.update({cask["id"]: cask for cask in (day or {"casks": []})["casks"]})
        before = day
    told(dates[-1], must, before is None or before["result"] == "PASS", "result")
    for part, one in [(part, one) for part in ["casks", "bids"] for one in (before or {}).get(part, []) if one["result"]]:
        told(dates[-1], check_list, files, dates[-1], part, one)
    return wrong or [f"PASS {folder}"]

said = recount(sys.argv[1])
print("\n".join(said))
sys.exit(not said[0].startswith("PASS"))
