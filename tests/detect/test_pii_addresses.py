"""Addresses: of mail, of the Internet Protocol, and of network interfaces."""

import pytest

from nsedmw.detect.pii import DETECTORS


def found(kind, text, label=""):
    return [text[start:end] for start, end in DETECTORS[kind].find(text, label)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("write to ann.lee+x@mail.example.org.", ["ann.lee+x@mail.example.org"]),
        ("<A@B.IO>, c_d@e-f.io;", ["A@B.IO", "c_d@e-f.io"]),
        ("?to=ann%40example.com&x", ["ann%40example.com"]),
        ("mailto:ann@example.com?subject=x", ["ann@example.com"]),
        ("grüße an jörg@bücher.example!", ["jörg@bücher.example"]),
        ("ivan@пример.рф", ["ivan@пример.рф"]),
        ("a@xn--bcher-kva.xn--p1ai", ["a@xn--bcher-kva.xn--p1ai"]),
        ("李华43@例子88.公司", ["李华43@例子88.公司"]),
        ("😀😀 ann@example.com", ["ann@example.com"]),
        ("写真はann@example.comに送って", ["ann@example.com"]),
        ("a@b@c.io", ["b@c.io"]),
        ("...ann@example.com-old", ["ann@example.com"]),
        ("git@example.com is a mailbox", ["git@example.com"]),
        ("ann@163.com", ["ann@163.com"]),
        ("ftp://ann@example.com/x", ["ann@example.com"]),
        (
            "ann@example.com:22 and user:word bob@example.com",
            ["ann@example.com", "bob@example.com"],
        ),
    ],
)
def test_mail_is_found_to_the_character(text, wanted):
    """No dot of the sentence, no scheme, and no half of an internationalized name."""
    assert found("email", text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "git clone git@github.com:acme/widgets.git",
        "ssh://git@github.com/acme/widgets",
        "npm i @acme/ui@2.4.1 kit@1.0.0-beta.rc mod@v0.0.0-2021.incompatible",
        "assets/logo@2x.png",
        "getty@tty1.service",
        "https://medium.example/@user.name/post",
        "a@b, @b.com, a@.com, a@-b.com, a@b..com, a@b.c, a@example.com_x, +@x.com",
        "amqp://guest:word@broker.internal:5672",
        "https://maps.example/@11.4482003,25.6254343,15z",
    ],
)
def test_what_an_at_sign_else_means_is_left_alone(text):
    """Remotes, packages, densities of images, units, handles and passwords in addresses."""
    assert found("email", text) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("from 203.0.113.77:8080 to 10.0.0.0/8.", ["203.0.113.77", "10.0.0.0"]),
        ("10.0.0.1-10.0.0.20", ["10.0.0.1", "10.0.0.20"]),
        (
            "[2001:db8::1]:443 fe80::1ff:fe23:4567:890a%eth0",
            ["2001:db8::1", "fe80::1ff:fe23:4567:890a"],
        ),
        ("2a02:e300:a638:21c0:0:0:0:8, FD00::A.", ["2a02:e300:a638:21c0:0:0:0:8", "FD00::A"]),
        ("::ffff:192.0.2.7", ["192.0.2.7"]),
        ("サーバ192.0.2.7です", ["192.0.2.7"]),
        ("release 5.6.7.8 deployed to 10.20.30.40", ["10.20.30.40"]),
        ("ping 8.8.8.8; dns=1.1.1.1", ["8.8.8.8", "1.1.1.1"]),
        ("| node | version | address |\n|--|--|--|\n| a | 1.20.3.4 | 10.0.0.7 |", ["10.0.0.7"]),
    ],
)
def test_addresses_of_the_internet_are_found(text, wanted):
    """Private and documentation ranges too, without port, prefix and zone."""
    assert found("ip_address", text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "127.0.0.1 0.0.0.0 ::1 :: 255.255.255.0 255.255.255.255",
        "256.1.1.1 1.2.3.4.5 10:45:30 01.02.03.04 1.2.3.4-beta foo-1.2.3.4.tar.gz",
        "version 10.2.3.4, release: 15.6.7.8, pkg==11.2.3.4, lib>=10.2.30.4 v10.2.3.4",
        'build: 10.0.48741.2749 FW_VERSION "28.1.11.4" (版本19.10.15.11)',
        "upgraded from 30.17.6.10 to 26.9.16.6",
        "1.1.1.8 Scope; 1.1.2.2 Terms",
        "OID 1.3.6.1",
        "std::string b::c a::b 12::34::56 face::b00c",
        "f7:67:a4:90:f0:97:3a:4d 8086:c82c 0000:ce:00.0",
        "2001:db8 2001:db8:::1 2001:db8::1::2 x2001:db8::1",
    ],
)
def test_what_only_looks_like_an_address_is_left_alone(text):
    """Nobody's addresses, masks, versions, sections, scopes, buses and longer rows of octets."""
    assert found("ip_address", text) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("00:1A:2b:3C:4D:5e, 00-1A-2B-3C-4D-5E.", ["00:1A:2b:3C:4D:5e", "00-1A-2B-3C-4D-5E"]),
        ("learned 0011.2233.4455 on Gi1", ["0011.2233.4455"]),
        ("端末c4:9f:c7:75:94:cf応答", ["c4:9f:c7:75:94:cf"]),
    ],
)
def test_addresses_of_interfaces_are_found(text, wanted):
    """By colons, by hyphens and by dots."""
    assert found("mac_address", text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "ff:ff:ff:ff:ff:ff 00:00:00:00:00:00 FFFF.FFFF.FFFF",
        "f7:67:a4:90:f0:97:3a:4d fe:1f:ae:4a:bc:19:16:27:34:fe:d7:54:9a:d1:19:ab",
        "00:1A:2b:3C:4D 00:1A-2b:3C:4D:5e 00:1A:2b:3C:4D:5g é00:1A:2b:3C:4D:5e",
        "43-13-12-53-43-15",
        "1.0011.2233.4455 0011.2233.4455.6",
    ],
)
def test_what_only_looks_like_an_interface_is_left_alone(text):
    """Nobody's addresses, EUI-64, fingerprints, scores and pieces of longer numbers."""
    assert found("mac_address", text) == []
