"""Checks daily audits in a folder, or the file of one certificate or wallet: python3 recount.py FOLDER or FILE. From docs/audit-format.md
and the standard library alone, which has no Ed25519: who signed is not checked, nor are ended casks. Exits with 0 for PASS, 1 for FAIL."""
import calendar, hashlib, json, pathlib, re, sys
def check(part, **fields):
    for field, is_right in fields.items():
        assert is_right, f"{part}.{field}".lstrip(".")
canonical = lambda value: json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
digest = lambda *parts: hashlib.sha256(b"".join(parts)).digest()
is_sorted = lambda keys: all(a < b for a, b in zip(keys, keys[1:]))
like = lambda pattern: lambda value: isinstance(value, str) and re.fullmatch(pattern, value, re.A | re.S) is not None
is_day = like(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
is_date = lambda value: is_day(value) and int(value[8:]) <= calendar.monthrange(int(value[:4]), int(value[5:7]))[1]
fields = lambda kind, names, **more: {**dict.fromkeys(names.split(), kind), **more}
maybe = lambda kind: lambda value: value is None or kind(value)
number = lambda value: type(value) is int and abs(value) < 10**15
count = lambda value: number(value) and value >= 0
version = lambda value: count(value) and value == 1
text, words, sha256, mark = like(".*"), like(".+"), like("[0-9a-f]{64}"), like("[0-9a-f]{12}")
time, RESULT = like(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"), dict(result=like("PASS|FAIL"), reason=maybe(words))
DOCUMENT = fields(words, "kind issuer", issued_on=maybe(is_date), expires_on=maybe(is_date), sha256=sha256)
VALUATION = fields(text, "method source tier", id=words, value_cents=count, valued_on=is_date)
STATES, SIZES = "issued reserved free void", "total issued reserved free void certificates_valid"
CASK = fields(number, SIZES, id=words, name=words, list_sha256=sha256, **RESULT,
              bought_for_cents=maybe(lambda value: count(value) and value > 0),
              markup_cents=maybe(number), ended_on=maybe(is_date), documents=[DOCUMENT], valuations=[VALUATION])
OWED_PARTS = "cask_proceeds_cents rewards_pending_cents unsettled_cents wallets_cents withdrawals_open_cents"
MONEY = fields(number, f"{OWED_PARTS} held_cents owed_cents", **RESULT)
COUNT = fields(maybe(count), "issued accepted declined", list_sha256=maybe(sha256), result=maybe(like("accepted|refused|expired")))
RULE = fields(lambda value: count(value) and 1 <= value <= 99, "accepted_parts accepted_whole voted_parts voted_whole")
BID = fields(words, "id cask_id bidder_kind", opened_at=time, closes_at=time, withdrawn_at=maybe(time), **RULE,
             letter_sha256=sha256, **fields(count, "stakes gross_cents fees_cents"), **COUNT)
RESALE = fields(count, "fee_cents price_cents", cask_id=words, valued_cents=maybe(count))
HEAD = dict(certificates=dict(count=count, root=sha256), date=is_date, hash=sha256,
            owed=fields(count, "cents wallets", root=sha256), signature=like("[A-Za-z0-9+/]{86}=="))
DAY = dict(HEAD, **RESULT, bids=[BID], casks=[CASK], resales=[RESALE], ledger_head=sha256, ledger_rows=count, money=MONEY,
           previous_date=maybe(is_date), previous_hash=maybe(sha256), version=version)
LIST = dict(cask_id=words, stakes=[dict(mark=maybe(mark), number=count, state=like("issued|free|void"))], total=count)
VOTES = dict(bid_id=words, stakes=[dict(choice=maybe(like("accept|decline")), mark=maybe(mark))])
CERTIFICATE = dict(certificate=dict(date=is_date, event=like("issued|void|resold"), mark=mark), head=HEAD, index=count,
                   path=[sha256], version=version)
WALLET = dict(head=HEAD, path=[dict(cents=count, hash=sha256, side=like("left|right"))], version=version,
              wallet=dict(cents=count, salt=like("[0-9a-f]{32}"), user_id=words))
def fit(value, kind, field=""):
    if callable(kind):
        assert kind(value), field
    elif isinstance(kind, list):
        assert isinstance(value, list), field
        for at, one in enumerate(value):
            fit(one, kind[0], f"{field}[{one.get('id', one.get('number', at)) if isinstance(one, dict) else at}]")
    else:
        assert isinstance(value, dict), field or "file"
        for key in sorted({*kind, *value}):
            below = f"{field}.{key}" if field else key
            assert key in kind and key in value, below
            fit(value[key], kind[key], below)
def read(raw, kind):
    fit(value := json.loads(raw), kind)
    assert canonical(value) == raw, "file"
    return value
def check_result(of, field):
    check(field, reason=(of["result"] == "FAIL") == (of["reason"] is not None))
    return of["result"] == "PASS"
def check_cask(cask, field, date):
    if check_result(cask, field):
        check(field, **{name: cask[name] >= 0 for name in SIZES.split()})
        check(field, issued=sum(cask[name] for name in STATES.split()) == cask["total"],
              certificates_valid=cask["certificates_valid"] <= cask["issued"] + cask["void"])
        paid, added = cask["bought_for_cents"], cask["markup_cents"]
        issue = [value["value_cents"] for value in cask["valuations"] if value["tier"] == "issue"]
        whole = [cask["total"] * price for price in issue[:1]]
        check(field, markup_cents=(paid is None) == (added is None) and (paid is None or [paid + added] == whole))
    values, ids = cask["valuations"], {value["id"] for value in cask["valuations"]}
    for value in values:
        check(f"{field}.valuations[{value['id']}]", valued_on=value["tier"] == "issue" or value["valued_on"] <= date)
    papers = [(paper["kind"], paper["issued_on"] or "", paper["sha256"]) for paper in cask["documents"]]
    check(field, documents=papers == sorted(papers) and all(issued_on <= date for _, issued_on, _ in papers),
          ended_on=(cask["ended_on"] or "") <= date,
          valuations=len(ids) == len(values) and is_sorted([(value["valued_on"], value["id"]) for value in values]))
def check_bid(bid, field, date):
    opened, end = bid["opened_at"], f"{date}T~"
    check(field, stakes=bid["stakes"] > 0, fees_cents=bid["fees_cents"] <= bid["gross_cents"],
          accepted_parts=bid["accepted_parts"] <= bid["accepted_whole"],
          voted_parts=bid["voted_parts"] <= bid["voted_whole"], closes_at=opened < bid["closes_at"],
          opened_at=opened < end, withdrawn_at=opened <= (bid["withdrawn_at"] or opened) < end)
    check(field, **{name: (bid[name] is None) == (bid["result"] is None) for name in COUNT})
    if bid["result"] is not None:
        accepted, issued, voted = bid["accepted"], bid["issued"], bid["accepted"] + bid["declined"]
        is_expired = voted == 0 or voted * bid["voted_whole"] < issued * bid["voted_parts"]
        is_accepted = accepted * bid["accepted_whole"] >= voted * bid["accepted_parts"]
        result = "expired" if is_expired else "accepted" if is_accepted else "refused"
        check(field, accepted=voted <= issued, result=bid["result"] == result and bid["closes_at"] < end)
def check_day(raw, date):
    day = read(raw, DAY)
    money, before, is_failed = day["money"], day["previous_date"], day["result"] == "FAIL"
    check("", date=day["date"] == date, previous_date=(before or "") < date,
          previous_hash=(before is None) == (day["previous_hash"] is None))
    for part, check_one in [("casks", check_cask), ("bids", check_bid)]:
        for one in day[part]:
            check_one(one, f"{part}[{one['id']}]", date)
        assert is_sorted([one["id"] for one in day[part]]), part
    values = {cask["id"]: [value["value_cents"] for value in cask["valuations"]] for cask in day["casks"]}
    for at, resale in enumerate(day["resales"]):
        price, value = resale["price_cents"], resale["valued_cents"]
        check(f"resales[{at}]", cask_id=resale["cask_id"] in values, fee_cents=resale["fee_cents"] < 2 * price,
              valued_cents=value in [None, *values.get(resale["cask_id"], [])],
              price_cents=price > 0 and (value is None or value <= 2 * price and 10 * price <= 11 * value))
    if check_result(money, "money"):
        owed = sum(money[name] for name in OWED_PARTS.split())
        check("money", owed_cents=money["owed_cents"] == owed, held_cents=money["held_cents"] >= owed)
        assert day["owed"]["cents"] <= money["wallets_cents"], "owed.cents"
    rest = {name: value for name, value in day.items() if name not in ("hash", "signature")}
    check("", reason=is_failed or day["reason"] is None, hash=digest(canonical(rest)).hex() == day["hash"],
          result=is_failed or all(one["result"] == "PASS" for one in [money, *day["casks"]]))
    return day
START = dict(date=None, hash=None, ledger_rows=-1, ledger_head=None, bids=[], casks=[])
def check_follows(before, day, listed):
    is_same = day["ledger_rows"] == before["ledger_rows"]
    check("", previous_date=day["previous_date"] == before["date"], previous_hash=day["previous_hash"] == before["hash"],
          ledger_rows=day["ledger_rows"] >= before["ledger_rows"],
          ledger_head=is_same == (day["ledger_head"] == before["ledger_head"]))
    casks, bids = ({one["id"]: one for one in day[part]} for part in ["casks", "bids"])
    for bid in before["bids"]:
        now = bids.get(bid["id"], {})
        check(f"bids[{bid['id']}]", **{name: value == now.get(name) for name, value in bid.items() if value is not None})
    for cask in before["casks"]:
        assert cask["issued"] == 0 or cask["id"] in casks, f"casks[{cask['id']}]"
    for id, now in casks.items():
        cask = listed.get(id, now)
        check(f"casks[{id}]", **{name: cask[name] == now[name] for name in ["name", "total"] if cask["issued"] and now["issued"]},
              **{name: cask[name] in (None, now[name]) for name in ["bought_for_cents", "ended_on"]},
              **{part: all(one in now[part] for one in cask[part]) for part in ["valuations", "documents"]})
def check_list(files, date, part, of):
    at, is_bid = f"{part}[{of['id']}].list", part == "bids"
    raw = files.get(of["list_sha256"]) or files.get(f"{date}/{of['id']}") or b""
    assert digest(raw).hex() == of["list_sha256"], f"{at}_sha256"
    listed = read(raw, VOTES if is_bid else LIST)
    stakes, marks = listed["stakes"], [stake["mark"] for stake in listed["stakes"] if stake["mark"]]
    how_many = lambda name, *values: [sum(stake[name] == value for stake in stakes) for value in values]
    if is_bid:
        keys = [(stake["mark"] is None, stake["mark"] or stake["choice"] or "none") for stake in stakes]
        is_right = keys == sorted(keys) and len(keys) <= of["stakes"] and listed["bid_id"] == of["id"]
        counts = [len(stakes), *how_many("choice", "accept", "decline")]
        told = [of["issued"], of["accepted"], of["declined"]]
    else:
        numbers = [stake["number"] for stake in stakes if stake["mark"] is None or stake["state"] != "free"]
        is_right = numbers == [*range(1, len(stakes) + 1)] and listed["cask_id"] == of["id"]
        counts = [listed["total"], len(stakes), *how_many("state", "issued", "free", "void")]
        told = [of["total"], of["total"], of["issued"], of["free"] + of["reserved"], of["void"]]
    assert is_right and len({*marks}) == len(marks) and (of["result"] == "FAIL" or counts == told), at
def root_of(node, index, size, path):
    assert index < size, "index"
    if size == 1 or not path:
        assert size == 1 and not path, "path"
        return node
    split = 1 << (size - 1).bit_length() - 1
    both = [root_of(node, index % split, split if index < split else size - split, path[:-1]), path[-1]]
    return digest(b"\1", *(both if index < split else both[::-1]))
def check_certificate(certificate, head, index, path, **_):
    leaf, (size, root) = digest(b"\0", canonical(certificate)), (head["certificates"][name] for name in ["count", "root"])
    assert root_of(leaf, index, size, [*map(bytes.fromhex, path)]).hex() == root, "head.certificates.root"
def check_wallet(wallet, head, path, **_):
    cents, eight = wallet["cents"], lambda amount: amount.to_bytes(8, "big")
    node = digest(b"\0", bytes.fromhex(wallet["salt"]), eight(cents), wallet["user_id"].encode())
    for step in path:
        both = [node + eight(cents), bytes.fromhex(step["hash"]) + eight(step["cents"])]
        node = digest(b"\1", *(both[::-1] if step["side"] == "left" else both))
        cents += step["cents"]
    assert cents == head["owed"]["cents"], "head.owed.cents"
    assert node.hex() == head["owed"]["root"], "head.owed.root"
def check_kept(raw):
    kind, check_one = (WALLET, check_wallet) if b'"wallet"' in raw else (CERTIFICATE, check_certificate)
    check_one(**read(canonical(json.loads(raw)), kind))
def attempt(wrong, name, check_one, *given, **more):
    try:
        return check_one(*given, **more)
    except (AssertionError, ValueError, RecursionError) as error:
        wrong.append(f"FAIL {name} {error if isinstance(error, AssertionError) else 'file'}")
def recount(wrong, files):
    listed, before, dates = {}, START, sorted(filter(is_date, files))
    for date in dates:
        day = attempt(wrong, date, check_day, files[date], date)
        if day and before:
            attempt(wrong, date, check_follows, before, day, listed)
        listed.update({cask["id"]: cask for cask in (day or START)["casks"]})
        before = day
    raw, newest = files[date], before or dict(START, result="PASS")
    attempt(wrong, date, check, "", file=files.get("latest", raw) == raw, result=newest["result"] == "PASS")
    for part, one in [(part, one) for part in ["casks", "bids"] for one in newest[part] if one["result"]]:
        attempt(wrong, date, check_list, files, date, part, one)
wrong, asked = [], pathlib.Path(sys.argv[1])
if asked.is_file():
    attempt(wrong, "file", check_kept, asked.read_bytes())
else:
    recount(wrong, {name: path.read_bytes() for path in asked.rglob("*.json")
                    for name in [path.stem, f"{path.parent.name}/{path.stem}"]})
print("\n".join(wrong or [f"PASS {asked}"]))
sys.exit(len(wrong) > 0)
