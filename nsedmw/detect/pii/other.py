"""Words of what a number is where it is nobody's datum: a part, an order, a ticket, a score.

They are what number-like text is called most in shops, offices, courts, laboratories and code, in
the languages that the cues of this package are in; the list is ours.
"""

from __future__ import annotations

from typing import Final

from nsedmw.detect.pii.context import Words

_EN: Final = (
    "part|sku|lot|batch|serial|s/n|order|invoice|ticket|case|claim|grant|docket|item|model"
    "|catalog(?:ue)?|cat|tracking|shipment|parcel|policy|contract|customer|client|group|file|record"
    "|accession|mrn|isbn|issn|ean|upc|gtin|imei|imsi|iccid|meid|vin|score|points|rounds|version"
    "|build|release|firmware|commit|checksum|barcode|routing|aba|receipt|approval|transaction|txn"
    "|patent|permit|licen[cs]e|booking|reservation|locker|nsn|cas|doi|po|purchase order|specimen"
    "|sample|qty|quantity|price|gps|timestamp|unix|epoch|offset|pid|hash|crc|asset|inventory"
    "|product|article|drawing|code|warranty|coupon|voucher|gift card|lottery|ratio|combination"
    "|member|membership|meter|waybill|container|page|bates|row|line|job|task|request|session"
)
_EU: Final = (
    "teile?|teilenummer|artikel|artikelnummer|bestell\\pL*|auftrag\\pL*|rechnung\\pL*"
    "|aktenzeichen|seriennummer|charge|chargennummer|vorgang\\pL*|antrag\\pL*|vertrag\\pL*"
    "|kundennummer|beleg\\pL*|sendung\\pL*|sendungsnummer|gerät|gerätenummer|los|inventar\\pL*"
    "|réf|référence|dossier|facture|commande|contrat|pièce|série|colis|suivi|permis|cadastre"
    "|siret|siren|abonné"
    "|referencia|pedido|factura|expediente|contrato|lote|pieza|artículo|serie|envío|cliente"
    "|matrícula|albarán"
    "|referência|encomenda|fatura|processo|peça|artigo|rastreio|nota fiscal|protocolo"
    "|rif|riferimento|cod|codice|ordine|fattura|pratica|contratto|lotto|pezzo|articolo|matricola"
    "|spedizione|protocollo"
    "|kat|katalogow\\pL*|zamówieni\\pL*|faktur\\pL*|seri[aię]|seryjn\\pL*|sprawy|umow\\pL*"
    "|parti[aię]|część|części|paczk\\pL*|wnios\\pL*|przesyłk\\pL*"
    "|деталь|детали|артикул\\pL*|заказ\\pL*|партия|партии|дело|договор\\pL*|накладн\\pL*|изделия"
    "|серийн\\pL*|трек|посылк\\pL*|счет|счёт|чек|код|номер детали"
    "|παραγγελί\\pL*|τιμολόγι\\pL*|κωδικό\\pL*|πρωτόκολλο|σειριακ\\pL*|εξάρτημα"
    "|parça|sipariş\\pL*|fatura|seri|kod|dosya|takip|kargo|protokol"
    "|قطعة|القطعة|طلب|الطلب|فاتورة|الفاتورة|ملف|الملف|شحنة|الشحنة|العملية|مرجع|المرجع|وثيقة"
    "|ऑर्डर|बिल|क्रमांक|भाग|फ़ाइल|चालान"
)
_CJK: Final = (
    "注文|部品|型番|品番|製造番号|整理券|受付番号|請求書|予約番号|伝票|追跡|管理番号|事件番号"
    "|订单|訂單|型号|零件|编号|發票|发票|批号|物流|快递|单号|货号|序列号|流水号"
)

OTHER: Final = Words(f"{_EN}|{_EU}|ref|reference", _CJK)
OTHER_THAN_REFERENCES: Final = Words(f"{_EN}|{_EU}|ref\\.", _CJK)
"""For kinds whose form says enough that a bare "ref" does not speak against them."""
