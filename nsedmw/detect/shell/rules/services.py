"""Destruction beyond this machine's files: data bases, clusters, clouds, containers' volumes.

Sources: the help of each command line tool and, for SQL, the statements that ISO/IEC 9075 has for
dropping and emptying.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from nsedmw.detect.shell.call import Call
from nsedmw.detect.shell.marks import known, plain

Judge = Callable[[Call], Iterator[str]]

_SQL: Final = re.compile(
    r"\bDROP\s{1,16}(?:TABLE|DATABASE|SCHEMA|TABLESPACE|KEYSPACE|COLLECTION)\s{1,16}[\w\"`\[]|\bTRUNCATE\s{1,16}(?:TABLE\s{1,16})?\w"
    r"|\bDELETE\s{1,16}FROM\s{1,16}[\w.\"`\[\]]{1,128}\s{0,16}(?:;|$)"
    r"|dropDatabase\s{0,4}\(|\.drop\s{0,4}\(\s{0,4}\)|deleteMany\s{0,4}\(\s{0,4}\{\s{0,4}\}",
    re.IGNORECASE,
)
_LONGEST: Final = 200_000


def _sql(call: Call) -> Iterator[str]:
    text = "\n".join(plain(known(arg)) for arg in call.args) + "\n" + known(call.stdin or "")
    if _SQL.search(text[:_LONGEST]):
        yield "database_dropped"


def _redis(call: Call) -> Iterator[str]:
    words = {known(arg).upper() for arg in call.args} | set(
        known(call.stdin or "")[:4096].upper().split()
    )
    if words & {"FLUSHALL", "FLUSHDB"}:
        yield "database_dropped"


class _Words(NamedTuple):
    """Words that stand in a row among the operands, and one of the options that must be there."""

    words: tuple[str, ...]
    options: tuple[str, ...] = ()
    rule: str = "infrastructure_destroyed"


_RAILS: Final = (
    _Words(("db:drop",), (), "database_dropped"),
    _Words(("db:reset",), (), "database_dropped"),
)
_TABLE: Final[dict[str, tuple[_Words, ...]]] = {
    "terraform": (_Words(("destroy",)), _Words(("apply",), ("-destroy", "--destroy")),
                  _Words(("workspace", "delete"), ("-force",))),
    "pulumi": (_Words(("destroy",)), _Words(("stack", "rm"))),
    "cdk": (_Words(("destroy",)),),
    "serverless": (_Words(("remove",)),),
    "kubectl": (
        _Words(("delete",), ("--all", "-A", "--all-namespaces")), _Words(("delete", "namespace")),
        _Words(("delete", "ns")), _Words(("delete", "namespaces")), _Words(("delete", "all")),
        _Words(("delete", "pv")), _Words(("delete", "pvc")), _Words(("delete", "crd")),
        _Words(("delete", "node")), _Words(("delete", "persistentvolume")),
        _Words(("delete", "persistentvolumeclaim")), _Words(("delete", "nodes")),
        _Words(("drain",), ("--force",)),
    ),
    "aws": (
        _Words(("s3", "rb")), _Words(("s3", "rm"), ("--recursive",)),
        _Words(("s3api", "delete-bucket")),
        _Words(("ec2", "terminate-instances")), _Words(("rds", "delete-db-instance")),
        _Words(("rds", "delete-db-cluster")), _Words(("dynamodb", "delete-table")),
        _Words(("cloudformation", "delete-stack")), _Words(("eks", "delete-cluster")),
        _Words(("s3", "sync"), ("--delete",)), _Words(("kms", "schedule-key-deletion")),
        _Words(("iam", "create-access-key"), (), "account_changed"),
        _Words(("iam", "create-user"), (), "account_changed"),
        _Words(("iam", "attach-user-policy"), (), "account_changed"),
    ),
    "gcloud": (_Words(("projects", "delete")), _Words(("instances",
    "delete")), _Words(("clusters", "delete")),
               _Words(("databases", "delete")), _Words(("buckets", "delete"))),
    "gsutil": (_Words(("rb",)), _Words(("rm",), ("-r", "-R")), _Words(("rsync",), ("-d",))),
    "az": (_Words(("group", "delete")), _Words(("vm", "delete")), _Words(("aks", "delete")),
           _Words(("account", "delete"))),
    "doctl": (_Words(("droplet", "delete")), _Words(("cluster", "delete"))),
    "heroku": (_Words(("apps:destroy",)), _Words(("pg:reset",))),
    "fly": (_Words(("apps", "destroy")), _Words(("destroy",))),
    "flyctl": (_Words(("apps", "destroy")), _Words(("destroy",))),
    "gh": (_Words(("repo", "delete")),),
    "docker": (
        _Words(("system", "prune"), ("-a", "--all", "--volumes")), _Words(("volume", "prune")),
        _Words(("volume", "rm")), _Words(("down",), ("-v", "--volumes")),
    ),
    "docker-compose": (_Words(("down",), ("-v", "--volumes")),),
    "podman": (_Words(("system", "prune"), ("-a", "--all", "--volumes")), _Words(("volume",
    "prune")),
               _Words(("system", "reset"))),
    "helm": (_Words(("uninstall",), ("--all",)),),
    "rails": _RAILS,
    "rake": _RAILS,
    "mysqladmin": (_Words(("drop",), (), "database_dropped"),),
    "prisma": (_Words(("migrate", "reset"), (), "database_dropped"),),
    "restic": (_Words(("forget",), ("--prune",)),),
    "borg": (_Words(("delete",)),),
    "npm": (_Words(("unpublish",)),),
}  # fmt: skip


def _services(call: Call) -> Iterator[str]:
    args = [known(arg) for arg in call.args]
    if any(
        arg in ("--help", "-h", "--dry-run", "--dryrun", "--dry-run=client", "--dry-run=server")
        for arg in args
    ):
        return
    operands = [arg for arg in args if not arg.startswith("-")]
    given = {arg.partition("=")[0] for arg in args} | call.options().given
    for row in _TABLE[call.name]:
        if _in_row(operands, row.words) and (not row.options or given & set(row.options)):
            yield row.rule


def _in_row(operands: list[str], words: tuple[str, ...]) -> bool:
    """Whether the words begin the operands, behind the values of at most four options."""
    size = len(words)
    return any(tuple(operands[at : at + size]) == words for at in range(min(len(operands), 5)))


def _dropdb(call: Call) -> Iterator[str]:
    if call.options("hpUi").operands and "--help" not in call.args:
        yield "database_dropped"


JUDGES: Final[dict[str, tuple[Judge, ...]]] = {
    **dict.fromkeys(_TABLE, (_services,)),
    **dict.fromkeys(
        ("psql", "mysql", "mariadb", "sqlite3", "sqlcmd", "clickhouse-client", "cqlsh", "duckdb",
         "mongosh", "mongo", "bq", "snowsql", "cockroach", "isql", "sqlplus"),
        (_sql,),
    ),
    "redis-cli": (_redis,),
    "valkey-cli": (_redis,),
    "dropdb": (_dropdb,),
}  # fmt: skip
