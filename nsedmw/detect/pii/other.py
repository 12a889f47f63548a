"""Words of what a number is where it is nobody's datum: a part, an order, a ticket, a score.

They are what number-like text is called most in shops, offices, courts, laboratories and code, in
the languages that the cues of this package are in; the list is ours.
"""

from __future__ import annotations

from typing import Final

from nsedmw.detect.pii.context import Words

_EN: Final = (
    "part|sku|lot|batch|serial|s/n|order|invoice|ticket|case|claim|grant|docket|item|model"
    "|catalog(?:ue)?|cat|tracking|shipment|parcel|policy|contract|customer|client|group|file"
    "|record"
    "|accession|mrn|isbn|issn|ean|upc|gtin|imei|imsi|iccid|meid|vin|score|points|rounds|version"
    "|build|release|firmware|commit|checksum|barcode|routing|aba|receipt|approval|transaction|txn"
    "|patent|permit|licen[cs]e|booking|reservation|locker|nsn|cas|doi|po|purchase order|specimen"
    "|sample|qty|quantity|price|gps|timestamp|unix|epoch|offset|pid|hash|crc|asset|inventory"
    "|product|article|drawing|code|warranty|coupon|voucher|gift card|lottery|ratio|combination"
    "|cursor|member|membership|meter|waybill|container|page|bates|row|line|job|task|request"
    "|session"
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

_NAMED_THINGS: Final = (
    "bin|box|bill|bolt|bracket|cable|cartridge|chapter|clause|component|connector|crate"
    "|device|drive"
    "|edition|engine|exhibit|filter|fitting|fixture|form|formula|gasket|gear|hinge|key|kit|label"
    "|lens|lock|manual|map|match|measurement|module|motor|mouldings?|notice|nut|option"
    "|outlet|paint"
    "|panel|paragraph|pattern|photo|plate|plot|pump|range|reading|reel|register|revision"
    "|roll|route"
    "|rule|screw|seal|section|sensor|shelf|size|slide|spare|spec|specification|standard|star"
    "|stock"
    "|style|switch|table|tag|tape|test|tire|tyre|tool|tube|unit|valve|washer|wheel|width"
    "|height|depth"
    "|study|trial|experiment|assay|vial|culture|isolate|compound|reagent|peptide|protein|residue"
    "|gene|locus|galaxy|nebula|asteroid|statute|act|section|regulation|bylaw|flight|train"
    "|tram|bus"
    "|coach|platform|vessel|wagon|chassis|frame|rack|aisle|pallet|carton|crate|pieces|pcs"
    "|pack|set"
    "|volume|issue|track|song|album|reel|recording|shelf mark|call number|book|deed|pixels?"
    "|px|mm|cm"
    "|kg|km|ms|hz|volts?|amps?|win|won|wins|beat|ids?|assembly|subassembly|lap|laps|season"
    "|league|odds|draw|numbers drawn"
    "|ordered|reordered|bought|swap|swapped|fitted|fits?|replaces?|replaced|replacement|supersedes?|superseded|shipped|ships|stocked|mounted"
    "|installed|stamped|engraved|printed|scanned|labelled|labeled|discontinued|in stock"
    "|back-?ordered"
    "|equals?|formatted|format|regex|pattern|example|placeholder|dummy|constant|hex|decimal|bits?"
    "|bytes?|digits?|sum|total|amount|sort code|zip|postcode|postal"
)
_NAMED_THINGS_EU: Final = (
    "schraube|ventil|filter|dichtung|schlüssel|kiste|karton|regal|lager\\pL*|muster"
    "|probe\\pL*|maß|größe"
    "|seite|kapitel|absatz|paragraf|paragraph|flug|zug|wagen|gleis|ersetzt|passt"
    "|gedruckt|stück"
    "|vis|joint|vanne|filtre|clé|boîte|carton|rayon|échantillon|taille|page|chapitre|alinéa"
    "|vol|quai"
    "|remplace|pièces|lot|modèle|code|numéro de série|tome"
    "|tornillo|válvula|filtro|junta|llave|caja|estante|muestra|talla|página|capítulo|vuelo|andén"
    "|sustituye|reemplaza|piezas|modelo|código|tomo"
    "|parafuso|chave|caixa|prateleira|amostra|tamanho|voo|substitui|peças|código"
    "|vite|valvola|guarnizione|chiave|scatola|scaffale|campione|taglia|pagina|capitolo|volo"
    "|binario"
    "|sostituisce|pezzi|modello"
    "|śruba|zawór|uszczelka|klucz|pudełko|karton|regał|próbk\\pL*|rozmiar|strona|rozdział"
    "|lot|peron"
    "|zastępuje|sztuk|szt|model|kod"
    "|болт|клапан|фильтр|прокладк\\pL*|ключ|коробк\\pL*|полк\\pL*|образ\\pL*|размер|страниц\\pL*"
    "|глав\\pL*|рейс|поезд|модель|модел\\pL*|заменя\\pL*|штук|шт"
    "|βίδα|βαλβίδα|φίλτρο|κλειδί|κουτί|δείγμα|μέγεθος|σελίδα|κεφάλαιο|πτήση|μοντέλο"
    "|vida|vana|filtre|anahtar|kutu|raf|numune|beden|sayfa|bölüm|uçuş|model|adet"
    "|عينة|صفحة|فصل|رحلة|موديل|صندوق|نموذج|पृष्ठ|अध्याय|मॉडल|नमूना|उड़ान"
)
_THINGS_CJK: Final = "型号|样品|页|章|航班|箱|盒|型式|試料|検体|頁|ページ|便|箱|棚|図面|品目|ロット"

OTHER: Final = Words(f"{_EN}|{_EU}|ref|reference", _CJK)
OTHER_THAN_REFERENCES: Final = Words(f"{_EN}|{_EU}|ref\\.", _CJK)
"""For kinds whose form says enough that a bare "ref" does not speak against them."""
THINGS: Final = Words(
    f"{_EN}|{_EU}|{_NAMED_THINGS}|{_NAMED_THINGS_EU}|ref\\.", f"{_CJK}|{_THINGS_CJK}"
)
"""What speaks against a number that nothing speaks for: things that have numbers, and what is done
with them."""
